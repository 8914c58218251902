/** Somebody begins or ends to support a report, or supporters are told of it. The report is locked. */
import type { EventData } from '@tma/contracts';
import { appendEvent, type Tx } from '@tma/kit';
import type { LockedReport } from '../locks.store.ts';
import { countSupport, deleteSupport, insertSupport, readSupporters, type Support } from './supporters.store.ts';

/** Their row, the count and the event, all or none. @returns how many support it then; null where they did before */
export const addSupport = async (tx: Tx, support: Support): Promise<number | null> =>
  (await insertSupport(tx, support)) ? note(tx, support.reportId, support.userId, 1) : null;

/** @param byDuplicate only if they support it as the reporter of this duplicate. @returns whether they supported it */
export async function removeSupport(
  tx: Tx,
  id: string,
  userId: string,
  byDuplicate: string | null = null,
): Promise<boolean> {
  const isRemoved = await deleteSupport(tx, id, userId, byDuplicate);
  if (isRemoved) await note(tx, id, userId, -1);
  return isRemoved;
}

async function note(tx: Tx, id: string, userId: string, change: 1 | -1): Promise<number> {
  const { reference, tehsil, supports } = await countSupport(tx, id, change);
  await appendEvent(tx, 'ReportSupported', id, { id, reference, tehsil, userId, supported: change === 1, supports });
  return supports;
}

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
