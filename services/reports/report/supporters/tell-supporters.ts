import type { EventData } from '@tma/contracts';
import { appendEvent, type Tx } from '@tma/kit';
import type { LockedReport } from '../locks.store.ts';
import { readSupporters } from './supporters.store.ts';

/** How many supporters one event names: it has a few kilobytes, and notify handles it in a fraction of a second. */
const toldAtOnce = 100;

type Told = Pick<EventData<'SupportersTold'>, 'change' | 'text'>;

/** Writes the events that have supporters told of a change, or of the office's message, unless the report is hidden. */
export async function tellSupporters(tx: Tx, report: LockedReport, told: Told): Promise<void> {
  const { id, reference, issue, tehsil, supports, hidden } = report;
  if (supports === 0 || hidden) return;
  const all = await readSupporters(tx, id, told.change !== null);
  for (let first = 0; first < all.length; first += toldAtOnce) {
    const to = all.slice(first, first + toldAtOnce);
    await appendEvent(tx, 'SupportersTold', id, { id, reference, issue, tehsil, to, ...told });
  }
}
