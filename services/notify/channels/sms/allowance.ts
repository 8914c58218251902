import { appendEvent, type Tx } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import { replaceHeld } from '../../queue/enqueue.store.ts';
import type { SmsConfig } from './config.ts';
import { countFor, countForAll, firstToTell } from './counts.store.ts';
import { quietUntil } from './quiet.ts';

/** Messages that nobody asked for, to one number in a day. */
const noticesPerDay = 10;

/** Counts a message against what the portal may spend in a day; beyond it there are mails alone, and the heads are told once. */
export async function maySpend(tx: Tx, { TIME_ZONE, SMS_PER_DAY: limit }: SmsConfig): Promise<boolean> {
  if (await countForAll(tx, TIME_ZONE, limit)) return true;
  const day = await firstToTell(tx, TIME_ZONE);
  if (day !== null) await appendEvent(tx, 'SmsLimitReached', uuid(), { day, limit });
  return false;
}

/**
 * Whether somebody may be told something unasked, and until when that waits; null where they may not. One that waits already and tells
 * of the same goes: the newest state is enough.
 */
export async function mayTell(
  tx: Tx,
  config: SmsConfig,
  number: string,
  about: string,
): Promise<{ heldUntil: string | null } | null> {
  const heldUntil = quietUntil(new Date(), config.SMS_QUIET, config.TIME_ZONE)?.toISOString() ?? null;
  if (heldUntil && (await replaceHeld(tx, 'sms', number, about))) return { heldUntil };
  const may = (await countFor(tx, config.TIME_ZONE, number, 'notice', noticesPerDay)) && (await maySpend(tx, config));
  return may ? { heldUntil } : null;
}
