/** Somebody begins or ends to support a report, which is locked: their row, the count and the event, all or none. */
import { appendEvent, type Tx } from '@tma/kit';
import { countSupport, deleteSupport, insertSupport, type Support } from './supporters.store.ts';

/** @returns how many support it then; null where they did before */
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
