import type { EventData } from '@tma/contracts';
import { appendEvent, type Tx } from '@tma/kit';
import type { LockedReport, State } from './locks.store.ts';
import { recipientsOf } from './recipients.ts';
import { tellSupporters } from './supporters/supporters.ts';

type How = Pick<EventData<'StatusChanged'>, 'changedBy' | 'follows' | 'byMessage' | 'closure'>;

/** Writes the events that tell a reporter and supporters of a report's new state; it is locked, and not changed yet. */
export async function announceState(tx: Tx, report: LockedReport, to: State, how: How): Promise<void> {
  const { id, reference, issue, tehsil, status, schedule } = report;
  const about = { id, reference, issue, tehsil, ...recipientsOf(report) };
  const change = { from: { status, schedule }, to };
  await appendEvent(tx, 'StatusChanged', id, { ...about, ...change, ...how });
  await tellSupporters(tx, report, { change, text: null });
}
