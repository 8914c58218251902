import { HttpError, type Pool, type Tx, transaction } from '@tma/kit';
import { type LockedReport, lockDuplicates, lockReport } from '../locks.store.ts';

/** The reports that say the same as one whose state is about to change. */
export interface Duplicates {
  /** Locks them and the report, after the rules of due days and before anything else. */
  lock(): Promise<void>;
  /** Those of a report that is locked by now. */
  of(report: LockedReport): Promise<LockedReport[]>;
}

/** There are others than were locked: what is done began too early, and is undone. */
export class OtherDuplicates extends HttpError {
  constructor() {
    super(409, 'changed_meanwhile', 'This report was changed by somebody else. Please load it again.');
  }
}

const mostAttempts = 5;

/**
 * A transaction that changes a report's state, and with it that of its duplicates. Several reports are locked in the order of ids, like
 * everywhere, so that nothing waits in a circle: who finds duplicates once the report is locked begins again with the locks of all. Few
 * reports have any.
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

/** The same in a transaction that cannot begin again. @param hasSome whether it has any, or may have */
export function duplicatesIn(tx: Tx, id: string, hasSome: boolean): Duplicates {
  let locked: string[] = [];
  return {
    async lock() {
      if (hasSome) locked = await lockDuplicates(tx, id);
    },
    async of({ duplicates }) {
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
