/** The signed log as tests need it. */
import type { Pool } from '@tma/kit';
import { pino } from 'pino';
import { connectFilesOfLog } from '../log/files-of-log.ts';
import { Sequencer } from '../log/sequencer.ts';
import { createLogSigner } from '../log/signing.ts';

export const testKey = Buffer.alloc(32, 9);

/** An instance that appends and signs: of a database, into the files of a files service. */
export function sequencerOf(pool: Pool, filesUrl: string, key = testKey, publicUrl = 'https://portal.test') {
  const files = connectFilesOfLog(filesUrl);
  const log = pino({ level: 'silent' });
  return { files, ...bound(new Sequencer({ pool, log, files, signer: createLogSigner(key), publicUrl })) };
}

const bound = (sequencer: Sequencer) => ({
  latest: sequencer.latest,
  round: (signal?: AbortSignal) => sequencer.round(signal),
});
