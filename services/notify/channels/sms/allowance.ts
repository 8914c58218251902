import { appendEvent, type Tx } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import type { NotifyConfig } from '../../config.ts';
import { replaceWaiting } from './cancel.store.ts';
import { countFor, countForAll, firstToTell } from './counts.store.ts';
import { quietUntil } from './quiet.ts';

/** The most unasked messages to one number in a day. */
const noticesPerDay = 10;

/** Counts a message against the portal's limit for a day; beyond it only mails are sent. The heads are told once. */
export async function maySpend(tx: Tx, { TIME_ZONE, SMS_PER_DAY: limit }: NotifyConfig): Promise<boolean> {
  if (await countForAll(tx, TIME_ZONE, limit)) return true;
  const day = await firstToTell(tx, TIME_ZONE);
  if (day !== null) await appendEvent(tx, 'SmsLimitReached', uuid(), { day, limit });
  return false;
}

/**
 * The same for numbers that are not known to belong to anybody: codes, help, STOP and START. Strangers can use up half of a day's
 * messages at most.
 */
export async function maySpendOnStranger(tx: Tx, config: NotifyConfig): Promise<boolean> {
  const { TIME_ZONE: zone, SMS_PER_DAY: limit } = config;
  return (await countFor(tx, zone, 'all', 'stranger', Math.ceil(limit / 2))) && (await maySpend(tx, config));
}

interface Notice {
  number: string;
  about: string;
  /** Whether a question about the same is still to be answered: then it stays. */
  isStillAsked: boolean;
}

/**
 * Whether an unasked message may be sent, until when it waits, and whether it takes the place of another; null where it
 * may not. An earlier message about the same that still waits is dropped: the newest state is enough.
 */
export async function mayTell(
  tx: Tx,
  config: NotifyConfig,
  { number, about, isStillAsked }: Notice,
): Promise<{ heldUntil: string | null; isInstead: boolean } | null> {
  const { SMS_QUIET, TIME_ZONE: zone } = config;
  const quietEnd = quietUntil(new Date(), SMS_QUIET, zone);
  const heldUntil = quietEnd?.toISOString() ?? null;
  if (await replaceWaiting(tx, number, about, isStillAsked)) return { heldUntil, isInstead: true };
  const may = (await countFor(tx, zone, number, 'notice', noticesPerDay, quietEnd)) && (await maySpend(tx, config));
  return may ? { heldUntil, isInstead: false } : null;
}
