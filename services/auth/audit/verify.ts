import type { AuditEnd } from '@tma/contracts';
import type { Pool } from '@tma/kit';
import { entriesAfter } from './audit.store.ts';
import { beginning, hashOf } from './chain.ts';

const atOnce = 1000;

/** The audit log has an entry that is not as it was written, or lacks one. */
export class Falsified extends Error {}

/**
 * Goes through the whole audit log. @returns how many entries it has, all as they were written. Throws `Falsified` for the first that is not
 * @param signed where it ended on a day, as the signed log says
 */
export async function verifyLog(pool: Pool, signed: AuditEnd | null = null): Promise<number> {
  let [seq, hash] = [0, beginning];
  for (;;) {
    const entries = await entriesAfter(pool, seq, atOnce);
    for (const entry of entries) {
      if (entry.seq !== seq + 1) throw new Falsified(`Entry ${seq + 1} of the audit log is missing.`);
      if (entry.previous !== hash || entry.hash !== hashOf(entry))
        throw new Falsified(`Entry ${entry.seq} of the audit log is not as it was written.`);
      if (entry.seq === signed?.seq && entry.hash !== signed.hash)
        throw new Falsified(`Entry ${entry.seq} of the audit log is not the one that was signed on ${signed.day}.`);
      ({ seq, hash } = entry);
    }
    if (entries.length === atOnce) continue;
    if (signed && seq < signed.seq)
      throw new Falsified(`The audit log was cut: it has ${seq} entries, and had ${signed.seq} on ${signed.day}.`);
    return seq;
  }
}
