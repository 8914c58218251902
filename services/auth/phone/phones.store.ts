import { lifetimes } from '@tma/contracts';
import type { Db, Tx } from '@tma/kit';

interface Phone {
  /** E.164. */
  number: string;
  messages: boolean;
}

/** @returns null without a confirmed number */
export async function findPhone(db: Db, userId: string): Promise<Phone | null> {
  const { rows } = await db.query<Phone>('select number, messages from phones where user_id = $1', [userId]);
  return rows[0] ?? null;
}

/** The same, locked until the transaction ends. */
export async function lockPhone(tx: Tx, userId: string): Promise<Phone | null> {
  const { rows } = await tx.query<Phone>('select number, messages from phones where user_id = $1 for update', [userId]);
  return rows[0] ?? null;
}

/** Has everybody who takes one of these numbers wait until the transaction ends; in one order, so that nobody waits for ever. */
export async function lockNumbers(tx: Tx, numbers: readonly string[]): Promise<void> {
  for (const number of numbers.toSorted())
    await tx.query("select pg_advisory_xact_lock(hashtextextended('phone ' || $1, 0))", [number]);
}

/** @returns who had the number, if that was somebody else */
export async function takeFromOther(tx: Tx, number: string, userId: string): Promise<string | null> {
  const { rows } = await tx.query<{ userId: string }>(
    'delete from phones where number = $1 and user_id <> $2 returning user_id as "userId"',
    [number, userId],
  );
  return rows[0]?.userId ?? null;
}

export async function savePhone(tx: Tx, userId: string, number: string): Promise<void> {
  await tx.query(
    `insert into phones (user_id, number) values ($1, $2)
     on conflict (user_id) do update set number = excluded.number, verified_at = now(), messages = true`,
    [userId, number],
  );
}

export async function setMessages(tx: Tx, userId: string, messages: boolean): Promise<void> {
  await tx.query('update phones set messages = $2 where user_id = $1', [userId, messages]);
}

/** @returns whether there was one */
export async function deletePhone(tx: Tx, userId: string): Promise<boolean> {
  const { rowCount } = await tx.query('delete from phones where user_id = $1', [userId]);
  return rowCount === 1;
}

export async function nextVersion(tx: Tx): Promise<number> {
  const { rows } = await tx.query<{ version: number }>("select nextval('phone_version')::float8 as version");
  return (rows[0] as { version: number }).version;
}

/** A number that waits for its code. */
interface PhoneCode {
  id: string;
  number: string;
  wrong: number;
  isOver: boolean;
}

/** Stores a number, in place of an earlier one that waits. @returns until when the code is good */
export async function saveCode(tx: Tx, userId: string, id: string, number: string): Promise<Date> {
  const { rows } = await tx.query<{ expiresAt: Date }>(
    `insert into phone_codes (user_id, id, number, expires_at) values ($1, $2, $3, now() + make_interval(secs => $4))
     on conflict (user_id) do update set id = excluded.id, number = excluded.number, wrong = 0, expires_at = excluded.expires_at
     returning expires_at as "expiresAt"`,
    [userId, id, number, lifetimes.phoneCode],
  );
  return (rows[0] as { expiresAt: Date }).expiresAt;
}

/** What waits, locked until the transaction ends. */
export async function lockCode(tx: Tx, userId: string): Promise<PhoneCode | null> {
  const { rows } = await tx.query<PhoneCode>(
    `select id, number, wrong, expires_at <= now() as "isOver" from phone_codes where user_id = $1 for update`,
    [userId],
  );
  return rows[0] ?? null;
}

export async function countWrong(tx: Tx, userId: string): Promise<void> {
  await tx.query('update phone_codes set wrong = wrong + 1 where user_id = $1', [userId]);
}

export async function deleteCode(tx: Tx, userId: string): Promise<void> {
  await tx.query('delete from phone_codes where user_id = $1', [userId]);
}

/** Forgets numbers whose code is over. */
export async function deleteOldCodes(db: Db): Promise<void> {
  await db.query('delete from phone_codes where expires_at < now()');
}
