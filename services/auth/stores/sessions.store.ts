import type { Db, Tx } from '@tma/kit';
import type { Method } from '../sessions.ts';

export interface SessionRow {
  id: string;
  userId: string;
  method: Method;
  createdAt: Date;
}

/** Begins a session with its first refresh token. */
export async function insertSession(
  tx: Tx,
  session: { id: string; userId: string; method: Method },
  tokenHash: Buffer,
): Promise<SessionRow> {
  const { rows } = await tx.query<SessionRow>(
    `with token as (insert into refresh_tokens (hash, session_id) values ($4, $1))
     insert into sessions (id, user_id, method) values ($1, $2, $3)
     returning id, user_id as "userId", method, created_at as "createdAt"`,
    [session.id, session.userId, session.method, tokenHash],
  );
  return rows[0] as SessionRow;
}

export async function insertRefreshToken(tx: Tx, hash: Buffer, sessionId: string): Promise<void> {
  await tx.query('insert into refresh_tokens (hash, session_id) values ($1, $2)', [hash, sessionId]);
}

/** The session that a refresh token belongs to, kept from others until the transaction ends; null when it is gone. */
export async function holdSessionOf(tx: Tx, hash: Buffer): Promise<SessionRow | null> {
  const { rows } = await tx.query<SessionRow>(
    `select s.id, s.user_id as "userId", s.method, s.created_at as "createdAt"
     from sessions s where s.id = (select session_id from refresh_tokens where hash = $1) for update`,
    [hash],
  );
  return rows[0] ?? null;
}

/** Marks a refresh token as used. @returns how many seconds ago it was used for the first time, 0 for now */
export async function useRefreshToken(tx: Tx, hash: Buffer): Promise<number> {
  const { rows } = await tx.query<{ ago: number }>(
    `update refresh_tokens set used_at = coalesce(used_at, clock_timestamp()) where hash = $1
     returning greatest(0, extract(epoch from clock_timestamp() - used_at))::float8 as ago`,
    [hash],
  );
  return rows[0]?.ago ?? Number.POSITIVE_INFINITY;
}

export async function touchSession(tx: Tx, id: string): Promise<void> {
  await tx.query('update sessions set refreshed_at = now() where id = $1', [id]);
}

/** Ends a person's sessions, refresh tokens with them: the one, all but the one, or all. @returns their ids */
export async function deleteSessions(
  db: Db,
  userId: string,
  which: { only?: string; except?: string } = {},
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `delete from sessions where user_id = $1 and ($2::uuid is null or id = $2) and ($3::uuid is null or id <> $3)
     returning id`,
    [userId, which.only ?? null, which.except ?? null],
  );
  return rows.map(({ id }) => id);
}

/** Forgets sessions that nobody refreshed for half a year, and tokens that were used a month ago. */
export async function sweepSessions(db: Db): Promise<void> {
  await db.query("delete from sessions where refreshed_at < now() - interval '180 days'");
  await db.query("delete from refresh_tokens where used_at < now() - interval '30 days'");
}
