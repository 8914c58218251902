import type { EventData } from '@tma/contracts';
import { appendEvent, type Tx } from '@tma/kit';
import { type LockedReport, recipientsOf, type State } from './locks.store.ts';
import { tellOfChange } from './supporters/tell-supporters.ts';

type How = Pick<EventData<'StatusChanged'>, 'changedBy' | 'follows' | 'byMessage' | 'closure'>;

/**
 * Writes the events by which a reporter and supporters learn of a report's new state. The report is locked, and not
 * changed yet.
 */
export async function announceState(tx: Tx, report: LockedReport, to: State, how: How): Promise<void> {
  const { id, reference, issue, tehsil, status, schedule } = report;
  const about = { id, reference, issue, tehsil, ...recipientsOf(report) };
  await appendEvent(tx, 'StatusChanged', id, { ...about, from: { status, schedule }, to, ...how });
  await tellOfChange(tx, report, to);
}
