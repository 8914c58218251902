import { lifetimes } from '@tma/contracts';
import { type Db, firstValue, onlyRow, type Tx } from '@tma/kit';

/** How a resident signed in: by password, or by a mailed link. The token's `amr` (RFC 8176; `otp` is GoTrue's word). */
export type SignInMethod = 'password' | 'otp';

/** A resident's session. */
export interface SessionRow {
  id: string;
  userId: string;
  method: SignInMethod;
  createdAt: Date;
}

/** Inserts a session with its first refresh token. */
export const insertSession = (
  tx: Tx,
  session: Omit<SessionRow, 'createdAt'> & { browser: string },
  tokenHash: Buffer,
) =>
  onlyRow<SessionRow>(
    tx,
    `with token as (insert into refresh_tokens (hash, session_id) values ($4, $1))
     insert into sessions (id, user_id, method, browser) values ($1, $2, $3, $5)
     returning id, user_id as "userId", method, created_at as "createdAt"`,
    [session.id, session.userId, session.method, tokenHash, session.browser],
  );

/** Whether the sign-in of a session was at least so many seconds ago; refreshing the session does not change that. */
export async function isSessionOlder(db: Db, id: string, seconds: number): Promise<boolean> {
  const text = 'select created_at <= now() - make_interval(secs => $2) from sessions where id = $1';
  return (await firstValue<boolean>(db, text, [id, seconds])) ?? true;
}

/** Which of an account's sessions: all of them, unless one id is given. */
export interface SessionChoice {
  only?: string;
  except?: string;
}

/**
 * Deletes sessions of an account with their refresh tokens.
 * @returns the ids of those that were refreshed so lately that their tokens may still be valid
 */
export async function deleteSessions(db: Db, userId: string, choice: SessionChoice = {}): Promise<string[]> {
  const { rows } = await db.query<{ id: string; live: boolean }>(
    `delete from sessions where user_id = $1 and ($2::uuid is null or id = $2) and ($3::uuid is null or id <> $3)
     returning id, refreshed_at > now() - make_interval(secs => $4) as live`,
    [userId, choice.only ?? null, choice.except ?? null, lifetimes.endedSession],
  );
  return rows.filter(({ live }) => live).map(({ id }) => id);
}
