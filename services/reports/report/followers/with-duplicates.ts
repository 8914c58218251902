import { HttpError, type Pool, type Tx, transaction } from '@tma/kit';
import { type LockedReport, lockDuplicates, lockReport } from '../locks.store.ts';

/** The duplicates of a report whose state is about to change. */
export type Duplicates = ReturnType<typeof duplicatesIn>;

/** The report has other duplicates than were locked: the transaction is rolled back and begins again. */
export class OtherDuplicates extends HttpError {
  constructor() {
    super(409, 'changed_meanwhile', 'This report was changed by somebody else. Please load it again.');
  }
}

const mostAttempts = 5;

/**
 * A transaction that changes the state of a report and its duplicates. Several reports are always locked in the order
 * of their ids, to avoid deadlocks: if duplicates are found once the report is locked, the transaction begins again and
 * locks all of them. Few reports have any.
 */
export async function withDuplicates<T>(
  pool: Pool,
  id: string,
  work: (tx: Tx, duplicates: Duplicates) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction(pool, (tx) => work(tx, duplicatesIn(tx, id, attempt > 1)));
    } catch (error) {
      if (!(error instanceof OtherDuplicates) || attempt === mostAttempts) throw error;
    }
  }
}

/**
 * The duplicates of a report, in a transaction of the caller's. `of` throws `OtherDuplicates` where others than these are
 * found. @param mayHaveSome whether it may have any: else none are locked
 */
export function duplicatesIn(tx: Tx, id: string, mayHaveSome = true) {
  let locked: string[] = [];
  return {
    /** Locks them and the report, after the rules of due days and before anything else. */
    async lock(): Promise<void> {
      if (mayHaveSome) locked = await lockDuplicates(tx, id);
    },
    /** The duplicates of the report, which is locked by now. */
    async of({ duplicates }: LockedReport): Promise<LockedReport[]> {
      if (duplicates !== locked.length) throw new OtherDuplicates();
      const found: LockedReport[] = [];
      for (const other of locked) {
        const report = await lockReport(tx, other);
        if (report?.duplicate_of !== id) throw new OtherDuplicates();
        found.push(report);
      }
      return found;
    },
  };
}
