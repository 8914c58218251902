import { appendEvent, type Tx } from '@tma/kit';
import { countSupport } from './supporters.store.ts';

/** Counts that somebody began or ended to support a report, which is locked, with the event. @returns how many do then */
export async function noteSupport(tx: Tx, id: string, userId: string, change: 1 | -1): Promise<number> {
  const { reference, tehsil, supports } = await countSupport(tx, id, change);
  await appendEvent(tx, 'ReportSupported', id, { id, reference, tehsil, userId, supported: change === 1, supports });
  return supports;
}
