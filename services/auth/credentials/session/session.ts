import { createHash, randomBytes } from 'node:crypto';
import type { Session } from '@tma/contracts';
import type { Tx } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import type { z } from 'zod';
import { userBanned } from '../../person/errors.ts';
import { findProfileFields } from '../../person/profiles.store.ts';
import { toUser } from '../../person/user.ts';
import type { Account, UserRow } from '../../person/users.store.ts';
import type { Auth } from '../context.ts';
import { signAccessToken } from './access-token.ts';
import { deleteSessions, insertSession, type SessionChoice, type SessionRow } from './sessions.store.ts';

type SessionAnswer = z.infer<typeof Session>;

/**
 * Starts the session of a mailed link, in the caller's transaction. Throws 400 `user_banned` for a suspended resident.
 * @param browser in words (`browserOf`)
 * @returns the session as supabase-js expects it
 */
export async function startSession(auth: Auth, tx: Tx, user: UserRow, browser: string): Promise<SessionAnswer> {
  if (user.suspended_at) throw userBanned();
  const refreshToken = createRefreshToken();
  const begun = { id: uuid(), userId: user.id, method: 'otp', browser } as const;
  const session = await insertSession(tx, begun, hashRefreshToken(refreshToken));
  return toSession(auth, { user, profile: await findProfileFields(tx, user.id), session }, refreshToken);
}

/** A session in GoTrue's form. Its access token has the profile as it is now. @param refreshToken the one to use next */
export async function toSession(
  auth: Auth,
  { user, profile, session }: Account & { session: SessionRow },
  refreshToken: string,
): Promise<SessionAnswer> {
  const { token, expiresIn, expiresAt } = await signAccessToken(auth, 'resident', {
    id: user.id,
    email: user.email,
    sessionId: session.id,
    claims: {
      role: 'authenticated',
      aal: 'aal1',
      amr: [{ method: session.method, timestamp: Math.floor(session.createdAt.getTime() / 1000) }],
      user_metadata: profile,
    },
  });
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: expiresIn,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: toUser(user, profile),
  };
}

/**
 * Ends sessions of a resident for good, in the caller's transaction: their refresh tokens and access tokens are no longer accepted.
 * @param more sessions to end that may have no row any more
 */
export async function endSessionsOf(
  { ended }: Pick<Auth, 'ended'>,
  tx: Tx,
  userId: string,
  choice: SessionChoice = {},
  more: readonly string[] = [],
): Promise<void> {
  const sessions = new Set([...more, ...(await deleteSessions(tx, userId, choice))]);
  await ended.end(tx, userId, [...sessions]);
}

/** 256 random bits. */
export const createRefreshToken = () => randomBytes(32).toString('base64url');

/** What is stored of a refresh token. It has enough entropy for a plain hash. */
export const hashRefreshToken = (token: string) => createHash('sha256').update(token).digest();
