/** Duplicates take over the state of the report that they say the same as. */
import { appendEvent, type Tx } from '@tma/kit';
import { withdrawStanding } from '../closure/closures.store.ts';
import { isOpenedAgain, prepareOpening } from '../due/opening.ts';
import { type LockedReport, phoneIn, reporterOf, type State } from '../locks.store.ts';
import { tellOfChange } from '../supporters/tell-supporters.ts';
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
 * Writes the events of duplicates that follow, and withdraws what was claimed of them. They are locked, and the rules of their tehsil too
 * where they may be opened again.
 * @returns what is to be written to their rows, in the statement that writes the other report's; null where none changes
 */
export async function follow(
  tx: Tx,
  duplicates: readonly LockedReport[],
  { reference: follows, to, by, timeZone }: Leading,
): Promise<Followers | null> {
  const followers: Followers = { ids: [], ats: [], dues: [], to, by };
  for (const report of duplicates) {
    const from = { status: report.status, schedule: report.schedule };
    if (from.status === to.status && from.schedule === to.schedule) continue;
    const { id, reference, issue, tehsil, now } = report;
    const event = {
      id,
      reference,
      issue,
      tehsil,
      from,
      to,
      reporter: reporterOf(report),
      phone: phoneIn(report),
      follows,
    };
    await appendEvent(tx, 'StatusChanged', id, { ...event, changedBy: by ?? 'portal' });
    await tellOfChange(tx, report, to);
    if (from.status !== to.status) await withdrawStanding(tx, id);
    followers.ids.push(id);
    followers.ats.push(now);
    followers.dues.push(isOpenedAgain(from.status, to.status) ? await prepareOpening(tx, timeZone, id) : null);
  }
  return followers.ids.length > 0 ? followers : null;
}
