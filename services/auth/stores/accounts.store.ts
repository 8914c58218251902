/** What the calls of every day read and write: one statement each, which Postgres plans once for a connection. */
import { lifetimes } from '@tma/contracts';
import type { Db } from '@tma/kit';
import pg from 'pg';
import { newPerson, type PersonFields, personFields } from '../accounts/profile.ts';
import type { SessionRow, SignInMethod } from './sessions.store.ts';
import { type UserRow, userColumns } from './users.store.ts';

/** An account with its profile, which is that of a new person while it has none. */
export interface Account {
  user: UserRow;
  profile: PersonFields;
}

const profileColumns = personFields.map((name) => {
  const column = pg.escapeIdentifier(name);
  return `coalesce(profiles.${column}, ${pg.escapeLiteral(newPerson[name])}) as ${column}`;
});
const account = [...userColumns.map((column) => `users.${column}`), ...profileColumns].join(', ');
const session = `session.id as "sessionId", session.method, session.created_at as "startedAt"`;

type AccountRow = UserRow & PersonFields;
interface SessionPart {
  sessionId: string;
  method: SignInMethod;
  startedAt: Date;
}

const toAccount = (row: AccountRow): Account => ({
  user: row,
  profile: Object.fromEntries(personFields.map((name) => [name, row[name]])) as PersonFields,
});
const toSession = (row: AccountRow & SessionPart): SessionRow => ({
  id: row.sessionId,
  userId: row.id,
  method: row.method,
  createdAt: row.startedAt,
});

/** The account of a session. @returns null when the session or the account no longer exists */
export async function findAccount(db: Db, sessionId: string): Promise<Account | null> {
  const name = 'account of a session';
  const text = `select ${account} from sessions join users on users.id = sessions.user_id
    left join profiles on profiles.id = users.id where sessions.id = $1`;
  const { rows } = await db.query<AccountRow>({ name, text }, [sessionId]);
  return rows[0] ? toAccount(rows[0]) : null;
}

/**
 * Records a sign-in by password and starts its session with a first refresh token.
 * @param passwordHash the one that the password was compared with
 * @returns null when that hash is no longer the account's, or the account no longer exists
 */
export async function recordSignIn(
  db: Db,
  userId: string,
  passwordHash: string,
  { id, tokenHash }: { id: string; tokenHash: Buffer },
): Promise<(Account & { session: SessionRow }) | null> {
  const name = 'sign-in';
  const text = `with users as (
      update users set last_sign_in_at = now(), updated_at = now() where id = $1 and password_hash = $2
      returning ${userColumns.join(', ')}
    ), session as (
      insert into sessions (id, user_id, method) select $3, id, 'password' from users returning id, method, created_at
    ), token as (
      insert into refresh_tokens (hash, session_id) select $4, id from session
    )
    select ${account}, ${session} from users cross join session left join profiles on profiles.id = users.id`;
  const { rows } = await db.query<AccountRow & SessionPart>({ name, text }, [userId, passwordHash, id, tokenHash]);
  return rows[0] ? { ...toAccount(rows[0]), session: toSession(rows[0]) } : null;
}

/**
 * Exchanges a refresh token for the next one. Calls with the same token wait for each other at the session's row, which is
 * written first. One that was used more than `lifetimes.refreshGrace` seconds ago gets no successor.
 * @returns whether there is a successor; null when the session has ended
 */
export async function renewSession(
  db: Db,
  tokenHash: Buffer,
  nextHash: Buffer,
): Promise<(Account & { session: SessionRow; renewed: boolean }) | null> {
  const name = 'refresh';
  const text = `with session as (
      update sessions set refreshed_at = now() where id = (select session_id from refresh_tokens where hash = $1)
      returning id, user_id, method, created_at
    ), used as (
      update refresh_tokens set used_at = coalesce(used_at, clock_timestamp())
      from session where hash = $1 and session_id = session.id
      returning extract(epoch from clock_timestamp() - used_at) <= $3 as in_time
    ), next as (
      insert into refresh_tokens (hash, session_id) select $2, session.id from session cross join used where in_time
    )
    select ${account}, ${session}, in_time as renewed from session cross join used
    join users on users.id = session.user_id left join profiles on profiles.id = users.id`;
  const { rows } = await db.query<AccountRow & SessionPart & { renewed: boolean }>({ name, text }, [
    tokenHash,
    nextHash,
    lifetimes.refreshGrace,
  ]);
  const [row] = rows;
  return row ? { ...toAccount(row), session: toSession(row), renewed: row.renewed } : null;
}
