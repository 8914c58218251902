import { lifetimes } from '@tma/contracts';
import { anyRow, type Db, execute, firstRow, firstValue, onlyValue, type Tx } from '@tma/kit';

interface Phone {
  /** E.164. */
  number: string;
  messages: boolean;
}

/** @returns null without a confirmed number */
export const findPhone = (db: Db, userId: string) =>
  firstRow<Phone>(db, 'select number, messages from phones where user_id = $1', [userId]);

/** The same, locked until the transaction ends. */
export const lockPhone = (tx: Tx, userId: string) =>
  firstRow<Phone>(tx, 'select number, messages from phones where user_id = $1 for update', [userId]);

/**
 * Makes everybody who takes one of these numbers wait until the transaction ends. The numbers are locked in a fixed order, so that
 * no two wait for each other.
 */
export async function lockNumbers(tx: Tx, numbers: readonly string[]): Promise<void> {
  for (const number of numbers.toSorted())
    await tx.query("select pg_advisory_xact_lock(hashtextextended('phone ' || $1, 0))", [number]);
}

/** @returns who had the number, if that was somebody else */
export const takeFromOther = (tx: Tx, number: string, userId: string) =>
  firstValue<string>(tx, 'delete from phones where number = $1 and user_id <> $2 returning user_id', [number, userId]);

export const savePhone = (tx: Tx, userId: string, number: string) =>
  execute(
    tx,
    `insert into phones (user_id, number) values ($1, $2)
     on conflict (user_id) do update set number = excluded.number, verified_at = now(), messages = true`,
    [userId, number],
  );

export const setMessages = (tx: Tx, userId: string, messages: boolean) =>
  execute(tx, 'update phones set messages = $2 where user_id = $1', [userId, messages]);

/** @returns whether there was one */
export const deletePhone = (tx: Tx, userId: string) => anyRow(tx, 'delete from phones where user_id = $1', [userId]);

export const nextVersion = (tx: Tx) => onlyValue<number>(tx, "select nextval('phone_version')::float8");

/** A number that waits for its code. */
interface PhoneCode {
  id: string;
  number: string;
  wrong: number;
  isOver: boolean;
}

/** Stores a number, in place of an earlier one that waits. @returns until when the code is good */
export const saveCode = (tx: Tx, userId: string, id: string, number: string) =>
  onlyValue<Date>(
    tx,
    `insert into phone_codes (user_id, id, number, expires_at) values ($1, $2, $3, now() + make_interval(secs => $4))
     on conflict (user_id) do update set id = excluded.id, number = excluded.number, wrong = 0, expires_at = excluded.expires_at
     returning expires_at`,
    [userId, id, number, lifetimes.phoneCode],
  );

/** What waits, locked until the transaction ends. */
export const lockCode = (tx: Tx, userId: string) =>
  firstRow<PhoneCode>(
    tx,
    `select id, number, wrong, expires_at <= now() as "isOver" from phone_codes where user_id = $1 for update`,
    [userId],
  );

export const countWrong = (tx: Tx, userId: string) =>
  execute(tx, 'update phone_codes set wrong = wrong + 1 where user_id = $1', [userId]);

export const deleteCode = (tx: Tx, userId: string) =>
  execute(tx, 'delete from phone_codes where user_id = $1', [userId]);

/** Forgets numbers whose code is over. */
export const deleteOldCodes = (db: Db) => execute(db, 'delete from phone_codes where expires_at < now()');
