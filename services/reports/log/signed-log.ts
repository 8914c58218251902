import { issuerOf, type Parts, type Pool, signReportsToken } from '@tma/kit';
import type { ReportsConfig } from '../config.ts';
import type { SignedLog } from '../report/context.ts';
import { askAuditEnd } from './audit-line.ts';
import { connectFilesOfLog } from './files-of-log.ts';
import { Sequencer } from './sequencer.ts';
import { createLogSigner } from './signing.ts';

/** The signed log of a portal. Without LOG_KEY nothing is appended and nothing signed; with it again, all that is not there yet. */
export function openSignedLog(pool: Pool, log: Parts['log'], config: ReportsConfig): SignedLog {
  const { LOG_KEY: key, FILES_URL, PUBLIC_URL } = config;
  if (!key) return { latest: () => null, round: async () => {}, close: async () => {} };
  const files = connectFilesOfLog(FILES_URL, () => signReportsToken(config.LOG_FILES_SECRET, issuerOf(config)));
  const parts = { pool, log, files, signer: createLogSigner(key), publicUrl: PUBLIC_URL };
  const sequencer = new Sequencer(parts, askAuditEnd(config.AUTH_URL));
  return { latest: sequencer.latest, round: sequencer.round, close: files.close };
}
