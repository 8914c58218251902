import { type LinkKind, lifetimes } from '@tma/contracts';
import type { Db, Tx } from '@tma/kit';

/** A resident's account. Times are stored to the microsecond and returned to the millisecond. */
export interface UserRow {
  id: string;
  /** In lower case. */
  email: string;
  password_hash: string;
  email_confirmed_at: Date | null;
  confirmation_sent_at: Date | null;
  recovery_sent_at: Date | null;
  new_email: string | null;
  email_change_sent_at: Date | null;
  last_sign_in_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** Named one by one: a statement that was planned for `*` fails once a newer version adds a column. */
export const userColumns = [
  'id',
  'email',
  'password_hash',
  'email_confirmed_at',
  'confirmation_sent_at',
  'recovery_sent_at',
  'new_email',
  'email_change_sent_at',
  'last_sign_in_at',
  'created_at',
  'updated_at',
] as const satisfies (keyof UserRow)[];
const columns = userColumns.join(', ');
const usersColumns = userColumns.map((column) => `users.${column}`).join(', ');

/** @param email in lower case @returns null for an unknown address */
export async function findUserByEmail(db: Db, email: string): Promise<UserRow | null> {
  const text = `select ${columns} from users where email = $1`;
  const { rows } = await db.query<UserRow>({ name: 'user by address', text }, [email]);
  return rows[0] ?? null;
}

/** The same, locked until the transaction ends. */
export async function lockUserByEmail(tx: Tx, email: string): Promise<UserRow | null> {
  const { rows } = await tx.query<UserRow>(`select ${columns} from users where email = $1 for update`, [email]);
  return rows[0] ?? null;
}

/** The account of a session. @returns null when the session or the account no longer exists */
export async function findUserBySession(db: Db, sessionId: string): Promise<UserRow | null> {
  const { rows } = await db.query<UserRow>(
    `select ${usersColumns} from users join sessions on sessions.user_id = users.id where sessions.id = $1`,
    [sessionId],
  );
  return rows[0] ?? null;
}

/** The same, locked until the transaction ends. */
export async function lockUserBySession(tx: Tx, sessionId: string): Promise<UserRow | null> {
  const { rows } = await tx.query<UserRow>(
    `select ${usersColumns} from users join sessions on sessions.user_id = users.id where sessions.id = $1
     for update of users`,
    [sessionId],
  );
  return rows[0] ?? null;
}

/** The account of a mailed link, locked until the transaction ends. The account is always locked before its link. */
export async function lockUserByLink(tx: Tx, kind: LinkKind, hash: Buffer): Promise<UserRow | null> {
  const { rows } = await tx.query<UserRow>(
    `select ${columns} from users where id = (select user_id from links where kind = $1 and hash = $2) for update`,
    [kind, hash],
  );
  return rows[0] ?? null;
}

/** Inserts an account that is not confirmed yet. Throws a violation of `users_email_key` when the address is taken. */
export async function insertUser(tx: Tx, id: string, email: string, passwordHash: string): Promise<UserRow> {
  const { rows } = await tx.query<UserRow>(
    `insert into users (id, email, password_hash) values ($1, $2, $3) returning ${columns}`,
    [id, email, passwordHash],
  );
  return rows[0] as UserRow;
}

/** Columns of an account to change; `now` stands for the time of the transaction. */
type Change = Partial<
  Record<'email_confirmed_at' | 'confirmation_sent_at' | 'recovery_sent_at' | 'last_sign_in_at', 'now'>
> & {
  password_hash?: string;
  email?: string;
  new_email?: string | null;
  email_change_sent_at?: 'now' | null;
};

/** Throws a violation of `users_email_key` when the new address is taken. */
export async function changeUser(tx: Tx, id: string, change: Change): Promise<UserRow> {
  // The names come from the type above, never from a request.
  const names = Object.keys(change);
  const sets = names.map((name, index) => `${name} = $${index + 2}`);
  const { rows } = await tx.query<UserRow>(
    `update users set ${[...sets, 'updated_at = now()'].join(', ')} where id = $1 returning ${columns}`,
    [id, ...Object.values(change)],
  );
  return rows[0] as UserRow;
}

/**
 * Records that somebody wants to use an address that has an account. @returns its owner, unless that was recorded within
 * the last day already
 */
export async function recordRepeatedSignUp(tx: Tx, email: string): Promise<UserRow | null> {
  const { rows } = await tx.query<UserRow>(
    `update users set sign_up_repeated_at = now()
     where email = $1
       and (sign_up_repeated_at is null or sign_up_repeated_at < now() - make_interval(secs => $2))
     returning ${columns}`,
    [email, lifetimes.repeatedSignUp],
  );
  return rows[0] ?? null;
}

/**
 * Deletes accounts that were not confirmed within `lifetimes.unconfirmedAccount` of the last mail that could confirm them.
 * Those that another transaction is about to change are left out. @returns the ids of the deleted, at most `most`
 */
export async function deleteUnconfirmedUsers(tx: Tx, most: number): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `delete from users where id in (
       select id from users
       where email_confirmed_at is null
         and greatest(created_at, confirmation_sent_at, recovery_sent_at) < now() - make_interval(secs => $1)
       limit $2 for update skip locked)
     returning id`,
    [lifetimes.unconfirmedAccount, most],
  );
  return rows.map(({ id }) => id);
}

/** Deletes an account with everything that references it. */
export async function eraseUser(tx: Tx, id: string): Promise<void> {
  await tx.query('delete from users where id = $1', [id]);
}
