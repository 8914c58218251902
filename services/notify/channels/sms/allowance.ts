import { appendEvent, type Tx } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import { replaceWaiting } from '../../queue/enqueue.store.ts';
import type { SmsConfig } from './config.ts';
import { countFor, countForAll, firstToTell } from './counts.store.ts';
import { question } from './message.ts';
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
 * The same for who is nobody's yet: codes, help, and what their STOP and START are answered with. Half of a day's messages is the most
 * that strangers can use up; the others are left for residents.
 */
export async function maySpendOnStranger(tx: Tx, config: SmsConfig): Promise<boolean> {
  const { TIME_ZONE: zone, SMS_PER_DAY: limit } = config;
  return (await countFor(tx, zone, 'all', 'stranger', Math.ceil(limit / 2))) && (await maySpend(tx, config));
}

/**
 * Whether somebody may be told something unasked, and until when that waits; null where they may not. One of the same that was held
 * back until now goes: the newest state is enough.
 */
export async function mayTell(
  tx: Tx,
  config: SmsConfig,
  number: string,
  about: string,
): Promise<{ heldUntil: string | null } | null> {
  const { SMS_QUIET, TIME_ZONE: zone } = config;
  const quietEnd = quietUntil(new Date(), SMS_QUIET, zone);
  const heldUntil = quietEnd?.toISOString() ?? null;
  const older = { channel: 'sms', recipient: number, about, kind: question };
  if (await replaceWaiting(tx, older)) return { heldUntil };
  const may = (await countFor(tx, zone, number, 'notice', noticesPerDay, quietEnd)) && (await maySpend(tx, config));
  return may ? { heldUntil } : null;
}
