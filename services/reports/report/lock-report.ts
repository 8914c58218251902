import type { Tx } from '@tma/kit';
import { type LockedReport, lockReport } from './locks.store.ts';
import { type Action, type Actor, requireMay } from './policy.ts';

/**
 * Reads a report that somebody is about to do something to, and locks it against other changes until the transaction ends.
 * Throws 404 where there is none, or it is not theirs to do this to.
 */
export async function lockFor(tx: Tx, actor: Actor, action: Action, id: string): Promise<LockedReport> {
  const report = await lockReport(tx, id);
  requireMay(actor, action, report);
  return report;
}
