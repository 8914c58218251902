/** Duplicates get the state of the report that they are a duplicate of. */
import type { Tx } from '@tma/kit';
import { announceState } from '../announce-state.ts';
import { withdrawClosure } from '../closure/closures.store.ts';
import { isOpenedAgain, prepareOpening } from '../due/opening.ts';
import { isSameState, type LockedReport, type State } from '../locks.store.ts';
import type { Followers } from './followers.store.ts';

interface Leading {
  /** The report that they follow. */
  reference: string;
  to: State;
  /** The id of the administrator who changes it; null where its reporter does. */
  by: string | null;
  timeZone: string;
}

/**
 * Writes the events of the duplicates, and withdraws their closures. They are locked, and so are the rules of their
 * tehsil where they may be opened again.
 * @returns what the statement that writes the other report has to write to their rows; null where none changes
 */
export async function follow(
  tx: Tx,
  duplicates: readonly LockedReport[],
  { reference: follows, to, by, timeZone }: Leading,
): Promise<Followers | null> {
  const followers: Followers = { ids: [], ats: [], dues: [], to, by };
  for (const report of duplicates) {
    if (isSameState(report, to)) continue;
    const { id, status, now } = report;
    await announceState(tx, report, to, { follows, changedBy: by ?? 'portal' });
    if (status !== to.status) await withdrawClosure(tx, id);
    followers.ids.push(id);
    followers.ats.push(now);
    followers.dues.push(isOpenedAgain(status, to.status) ? await prepareOpening(tx, timeZone, id) : null);
  }
  return followers.ids.length > 0 ? followers : null;
}
