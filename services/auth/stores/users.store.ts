import type { Db, Tx } from '@tma/kit';
import type { LinkKind } from '../links.ts';

/** A resident's account. Moments are kept to the microsecond and told to the millisecond. */
export interface UserRow {
  id: string;
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

/** @param email in lower case */
export async function findByEmail(db: Db, email: string): Promise<UserRow | null> {
  const { rows } = await db.query<UserRow>('select * from users where email = $1', [email]);
  return rows[0] ?? null;
}

/** The same, kept from others until the transaction ends. */
export async function holdByEmail(tx: Tx, email: string): Promise<UserRow | null> {
  const { rows } = await tx.query<UserRow>('select * from users where email = $1 for update', [email]);
  return rows[0] ?? null;
}

/** The account that a session belongs to, or null when either is gone. */
export async function findBySession(db: Db, sessionId: string): Promise<UserRow | null> {
  const { rows } = await db.query<UserRow>(
    'select users.* from users join sessions on sessions.user_id = users.id where sessions.id = $1',
    [sessionId],
  );
  return rows[0] ?? null;
}

/** The same, kept from others until the transaction ends. */
export async function holdBySession(tx: Tx, sessionId: string): Promise<UserRow | null> {
  const { rows } = await tx.query<UserRow>(
    `select users.* from users join sessions on sessions.user_id = users.id where sessions.id = $1
     for update of users`,
    [sessionId],
  );
  return rows[0] ?? null;
}

/** The account that a mailed link belongs to, kept from others until the transaction ends. Links are locked after it. */
export async function holdByLink(tx: Tx, kind: LinkKind, hash: Buffer): Promise<UserRow | null> {
  const { rows } = await tx.query<UserRow>(
    'select * from users where id = (select user_id from links where kind = $1 and hash = $2) for update',
    [kind, hash],
  );
  return rows[0] ?? null;
}

/** Adds an account that is not confirmed yet. Throws a violation of `users_email_key` when there is one. */
export async function insertUser(tx: Tx, id: string, email: string, passwordHash: string): Promise<UserRow> {
  const { rows } = await tx.query<UserRow>(
    'insert into users (id, email, password_hash) values ($1, $2, $3) returning *',
    [id, email, passwordHash],
  );
  return rows[0] as UserRow;
}

/** What changes in an account; `now` stands for the moment of the transaction. */
type Change = Partial<
  Record<'email_confirmed_at' | 'confirmation_sent_at' | 'recovery_sent_at' | 'last_sign_in_at', 'now'>
> & {
  password_hash?: string;
  email?: string;
  new_email?: string | null;
  email_change_sent_at?: 'now' | null;
};

/** Changes an account. Throws a violation of `users_email_key` when the new address is somebody's. */
export async function changeUser(tx: Tx, id: string, change: Change): Promise<UserRow> {
  // The names come from the type above, never from a request.
  const names = Object.keys(change);
  const sets = names.map((name, index) => `${name} = $${index + 2}`);
  const { rows } = await tx.query<UserRow>(
    `update users set ${[...sets, 'updated_at = now()'].join(', ')} where id = $1 returning *`,
    [id, ...Object.values(change)],
  );
  return rows[0] as UserRow;
}

/** Notes a sign-in; null when the password is not the one that was compared any more, or the account is gone. */
export async function noteSignIn(tx: Tx, id: string, passwordHash: string): Promise<UserRow | null> {
  const { rows } = await tx.query<UserRow>(
    `update users set last_sign_in_at = now(), updated_at = now() where id = $1 and password_hash = $2 returning *`,
    [id, passwordHash],
  );
  return rows[0] ?? null;
}

/** Notes that somebody signed up with a confirmed address. @returns its owner, unless they were told within a day */
export async function noteRepeatedSignUp(tx: Tx, email: string): Promise<UserRow | null> {
  const { rows } = await tx.query<UserRow>(
    `update users set sign_up_repeated_at = now()
     where email = $1 and email_confirmed_at is not null
       and (sign_up_repeated_at is null or sign_up_repeated_at < now() - interval '1 day')
     returning *`,
    [email],
  );
  return rows[0] ?? null;
}

/** Erases a person with all that hangs on them; false when they were gone already. */
export async function deleteUser(tx: Tx, id: string): Promise<boolean> {
  const { rowCount } = await tx.query('delete from users where id = $1', [id]);
  return rowCount === 1;
}
