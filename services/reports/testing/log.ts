/** The signed log as tests need it. */
import { issuerOf, type Pool, signReportsToken } from '@tma/kit';
import { pino } from 'pino';
import type { AskAuditEnd } from '../log/audit-line.ts';
import { connectFilesOfLog } from '../log/files-of-log.ts';
import { Sequencer } from '../log/sequencer.ts';
import { createLogSigner } from '../log/signing.ts';

export const testKey = Buffer.alloc(32, 9);
/** LOG_FILES_SECRET of the services in tests. */
export const testSecret = Buffer.alloc(32, 10);

/** An instance that appends and signs: of a database, into the files of a files service. @param audit where the audit log ends */
export function sequencerOf(
  pool: Pool,
  filesUrl: string,
  key = testKey,
  audit: AskAuditEnd = async () => ({ seq: 0, hash: '' }),
) {
  const publicUrl = 'http://portal.test';
  const token = () => signReportsToken(testSecret, issuerOf({ PUBLIC_URL: publicUrl }));
  const files = connectFilesOfLog(filesUrl, token);
  const log = pino({ level: 'silent' });
  const { latest, round } = new Sequencer({ pool, log, files, signer: createLogSigner(key), publicUrl }, audit);
  return { files, latest, round };
}
