import type { Pool } from '@tma/kit';
import { entriesAfter } from './audit.store.ts';
import { beginning, hashOf } from './chain.ts';

const atOnce = 1000;

/** The audit log has an entry that is not as it was written, or lacks one. */
export class Falsified extends Error {}

/** Goes through the whole audit log. @returns how many entries it has, all as they were written. Throws `Falsified` for the first that is not */
export async function verifyLog(pool: Pool): Promise<number> {
  let [seq, hash] = [0, beginning];
  for (;;) {
    const entries = await entriesAfter(pool, seq, atOnce);
    for (const entry of entries) {
      if (entry.seq !== seq + 1) throw new Falsified(`Entry ${seq + 1} of the audit log is missing.`);
      if (entry.previous !== hash || entry.hash !== hashOf(entry))
        throw new Falsified(`Entry ${entry.seq} of the audit log is not as it was written.`);
      ({ seq, hash } = entry);
    }
    if (entries.length < atOnce) return seq;
  }
}
