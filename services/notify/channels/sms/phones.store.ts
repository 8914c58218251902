/** Who has which number, as auth says, and which numbers want no messages. */
import { defaultLanguage, type EventData } from '@tma/contracts';
import { allRows, anyRow, type Db, execute, firstRow, firstValue, type Tx } from '@tma/kit';
import { cancelAboutReport, cancelAll, cancelNotices } from './cancel.store.ts';

interface Left {
  number: string;
  /** Whether it still belongs to them, but wants no messages. */
  isKept: boolean;
}

/**
 * Locks the numbers whose waiting messages are cancelled: the person's earlier number, their number if they want no messages, and
 * this number if somebody else had it.
 */
const lockLeft = (tx: Tx, { userId, number, messages, version }: EventData<'PhoneSaved'>) =>
  allRows<Left>(
    tx,
    `select number, user_id = $1 and number is not distinct from $2::text as "isKept" from phones
     where number is not null and version < $3
       and (user_id <> $1 and number = $2 or user_id = $1 and (number is distinct from $2 or not $4)) for update`,
    [userId, number, version, messages],
  );

/**
 * Saves whose number it is, unless something newer is known. If it was somebody else's, it no longer is. Waiting messages are
 * cancelled for a number that its owner no longer has, or that wants no messages.
 */
export async function savePhone(tx: Tx, saved: EventData<'PhoneSaved'>): Promise<void> {
  const { userId, number, messages, language, version } = saved;
  const left = await lockLeft(tx, saved);
  for (const { number: lost, isKept } of left) {
    if (!isKept) await execute(tx, 'delete from sms_codes where number = $1', [lost]);
  }
  const text = 'delete from phones where number = $1 and user_id <> $2 and version < $3';
  await execute(tx, text, [number, userId, version]);
  const isSaved = await anyRow(
    tx,
    `insert into phones as known (user_id, number, messages, language, version) values ($1, $2, $3, $4, $5)
     on conflict (user_id) do update set number = excluded.number, messages = excluded.messages,
       language = excluded.language, version = excluded.version where known.version < excluded.version`,
    [userId, number, messages, language, version],
  );
  if (isSaved && number && messages) await execute(tx, 'delete from sms_stopped where number = $1', [number]);
  for (const { number: lost } of left) await cancelNotices(tx, lost);
}

export const saveLanguage = (tx: Tx, userId: string, language: string) =>
  execute(tx, 'update phones set language = $2 where user_id = $1', [userId, language]);

/** The number to which messages for somebody go; null where there is none. */
export const numberOf = (db: Db, userId: string) =>
  firstValue<string>(db, 'select number from phones where user_id = $1 and messages', [userId]);

/** The owner of a number; null where there is none. The row is locked before all others of the number, here and where it changes. */
export const lockOwner = (tx: Tx, number: string) =>
  firstRow<{ userId: string; language: string }>(
    tx,
    'select user_id as "userId", language from phones where number = $1 order by version desc limit 1 for update',
    [number],
  );

/** The number and language of somebody who asked by message. */
export const phoneOf = (db: Db, userId: string) =>
  firstRow<{ number: string; language: string }>(
    db,
    'select number, language from phones where user_id = $1 and number is not null',
    [userId],
  );

export const isStopped = (db: Db, number: string) => anyRow(db, 'select from sms_stopped where number = $1', [number]);

/** Stops messages to a number; those that wait are still to be cancelled. @returns whether anything changed */
export const setStopped = (tx: Tx, number: string, stopped: boolean) =>
  anyRow(
    tx,
    stopped
      ? 'insert into sms_stopped (number) values ($1) on conflict do nothing'
      : 'delete from sms_stopped where number = $1',
    [number],
  );

/** Sets whether somebody wants messages, until the event of auth comes that says the same. @returns whether anything changed */
export const setMessages = (tx: Tx, userId: string, messages: boolean) =>
  anyRow(tx, 'update phones set messages = $2 where user_id = $1 and messages <> $2', [userId, messages]);

/** Deletes a person's number, and what is known of it. Their row stays, so that an earlier event that comes late does not restore it. */
export async function erasePhone(tx: Tx, userId: string): Promise<void> {
  const number = await firstValue<string>(tx, 'select number from phones where user_id = $1 for update', [userId]);
  await execute(
    tx,
    `insert into phones (user_id, messages, language, version) values ($1, false, $2, $3)
     on conflict (user_id) do update set number = null, messages = false, version = excluded.version`,
    [userId, defaultLanguage, Number.MAX_SAFE_INTEGER],
  );
  if (!number) return;
  for (const table of ['sms_codes', 'sms_counts', 'sms_stopped'])
    await execute(tx, `delete from ${table} where number = $1`, [number]);
  await cancelAll(tx, number);
}

/** Deletes what is known of the number of a report without an account. */
export async function eraseReport(tx: Tx, reportId: string): Promise<void> {
  await execute(tx, 'delete from sms_codes where report_id = $1', [reportId]);
  await cancelAboutReport(tx, reportId);
}
