/** What the calls of every day write: one statement each, which Postgres plans once for a connection. */
import { lifetimes } from '@tma/contracts';
import { affectedRows, type Db, firstRow, inBatches } from '@tma/kit';
import type { SessionRow, SignInMethod } from '../credentials/session/sessions.store.ts';
import { type Account, type AccountRow, accountColumns, toAccount, userColumns } from '../person/users.store.ts';

const session = `session.id as "sessionId", session.method, session.created_at as "startedAt"`;
interface SessionPart {
  sessionId: string;
  method: SignInMethod;
  startedAt: Date;
}
type AccountInSession = Account & { session: SessionRow };

const toAccountInSession = (row: AccountRow & SessionPart): AccountInSession => ({
  ...toAccount(row),
  session: { id: row.sessionId, userId: row.id, method: row.method, createdAt: row.startedAt },
});

/**
 * Records a sign-in by password and starts its session with a first refresh token.
 * @param passwordHash the one that the password was compared with
 * @returns null when that hash is no longer the account's, the account no longer exists, or is suspended
 */
export async function recordSignIn(
  db: Db,
  userId: string,
  passwordHash: string,
  { id, tokenHash, browser }: { id: string; tokenHash: Buffer; browser: string },
): Promise<AccountInSession | null> {
  const text = `with users as (
      update users set last_sign_in_at = now(), updated_at = now() where id = $1 and password_hash = $2
        and suspended_at is null
      returning ${userColumns}
    ), session as (
      insert into sessions (id, user_id, method, browser) select $3, id, 'password', $5 from users returning id, method, created_at
    ), token as (
      insert into refresh_tokens (hash, session_id) select $4, id from session
    )
    select ${accountColumns}, ${session} from users cross join session left join profiles on profiles.id = users.id`;
  const values = [userId, passwordHash, id, tokenHash, browser];
  const row = await firstRow<AccountRow & SessionPart>(db, text, values);
  return row && toAccountInSession(row);
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
): Promise<(AccountInSession & { renewed: boolean }) | null> {
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
    select ${accountColumns}, ${session}, in_time as renewed from session cross join used
    join users on users.id = session.user_id left join profiles on profiles.id = users.id`;
  const values = [tokenHash, nextHash, lifetimes.refreshGrace];
  const row = await firstRow<AccountRow & SessionPart & { renewed: boolean }>(db, text, values);
  return row && { ...toAccountInSession(row), renewed: row.renewed };
}

/** How many of a session's refresh tokens are known: the newest, and the first of each hour. */
const knownTokens = { newest: 200, ofHour: 10 };

/**
 * Deletes of a token's session those that are too many, so that no client fills the disk. The first of each hour stay: a thief who
 * refreshes again and again is not to have the stolen token forgotten before its owner comes with it. Those that another
 * transaction holds are left out: the sweep deletes in an order of its own.
 */
export async function deleteCrowdedTokens(db: Db, tokenHash: Buffer): Promise<void> {
  await db.query(
    `with family as (
       select hash, row_number() over (order by created_at desc) as newest,
         row_number() over (partition by date_trunc('hour', created_at) order by created_at) as of_hour
       from refresh_tokens where session_id = (select session_id from refresh_tokens where hash = $1)
     ), crowded as (
       select hash from refresh_tokens where hash in (select hash from family where newest > $2 and of_hour > $3)
       for update skip locked
     )
     delete from refresh_tokens where hash in (select hash from crowded)`,
    [tokenHash, knownTokens.newest, knownTokens.ofHour],
  );
}

/** The most sessions of an account that go on without a valid token, and how many of the others are deleted at once, with their tokens. */
const unusedSessions = { most: 1000, atOnce: 500 };

/**
 * Deletes an account's unused sessions beyond the thousand used last: whoever signs in without end would have so many that ending all
 * of them takes too long. Sessions whose tokens may still be valid stay, and so do those that another transaction holds. The condition
 * stands beside the lock, too, where Postgres checks it again: a session may have been refreshed since it was found.
 */
export async function deleteCrowdedSessions(db: Db, userId: string): Promise<void> {
  await db.query(
    `delete from sessions where id in (
       select id from sessions where refreshed_at < now() - make_interval(secs => $2) and id in (
         select id from sessions where user_id = $1 and refreshed_at < now() - make_interval(secs => $2)
         order by refreshed_at desc offset $3 limit $4)
       for update skip locked)`,
    [userId, lifetimes.endedSession, unusedSessions.most, unusedSessions.atOnce],
  );
}

/** How many rows are deleted at once: so few that it holds nothing up. */
const batch = 5000;

/**
 * Deletes tokens used before `lifetimes.usedRefreshToken`, and sessions that were not refreshed for `lifetimes.session`, with which few
 * tokens go then. Those that another transaction holds are left to the next time.
 */
export async function deleteStaleSessions(db: Db): Promise<void> {
  const tokens = `delete from refresh_tokens where hash in (
    select hash from refresh_tokens where used_at < now() - make_interval(secs => $1)
    order by used_at limit $2 for update skip locked)`;
  await inBatches(batch, (limit) => affectedRows(db, tokens, [lifetimes.usedRefreshToken, limit]));
  const sessions = `delete from sessions where id in (
    select id from sessions where refreshed_at < now() - make_interval(secs => $1)
    order by refreshed_at limit $2 for update skip locked)`;
  await inBatches(batch, (limit) => affectedRows(db, sessions, [lifetimes.session, limit]));
}
