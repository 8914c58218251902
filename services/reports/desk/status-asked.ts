import type { EventData } from '@tma/contracts';
import { appendEvent, type Tx } from '@tma/kit';
import { standingOf } from './status-asked.store.ts';

/** Has a resident told how a report stands, who asked by message. */
export async function tellStatus({ userId, reference }: EventData<'StatusAsked'>, tx: Tx): Promise<void> {
  const standing = (await standingOf(tx, reference, userId)) ?? { status: null, schedule: null };
  await appendEvent(tx, 'StatusTold', userId, { userId, reference, ...standing });
}
