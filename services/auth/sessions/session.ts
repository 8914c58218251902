import { createHash, randomBytes } from 'node:crypto';
import { type Db, issuerOf, type Tx } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import type { Auth } from './context.ts';
import { emptyProfile, fieldsOf } from './profiles.ts';
import type { AdminRow } from './store/admins.store.ts';
import { findProfile } from './store/profiles.store.ts';
import { insertRefreshToken, insertSession, type SessionRow } from './store/sessions.store.ts';
import type { UserRow } from './store/users.store.ts';
import { toUser } from './users.ts';

/** How a person proved who they are: by password, or by a link that was mailed (RFC 8176 and GoTrue's own word). */
export type Method = 'password' | 'otp';

/** Lifetimes of access tokens, in seconds. */
const residentSeconds = 3600;
const adminSeconds = 8 * 3600;

const now = () => Math.floor(Date.now() / 1000);

/** What is kept of a refresh token or a mailed token. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest();

/** A token that nobody guesses: 256 bits, safe in a URL. */
export const makeToken = () => randomBytes(32).toString('base64url');

/** Begins a session in the caller's transaction. @returns the answer that supabase-js takes as signed in */
export async function beginSession(auth: Auth, tx: Tx, user: UserRow, method: Method) {
  const refreshToken = makeToken();
  const session = await insertSession(tx, { id: uuid(), userId: user.id, method }, hashToken(refreshToken));
  return answer(auth, tx, user, session, refreshToken);
}

/** Goes on with a session: a new access token and a new refresh token. */
export async function renewSession(auth: Auth, tx: Tx, user: UserRow, session: SessionRow) {
  const refreshToken = makeToken();
  await insertRefreshToken(tx, hashToken(refreshToken), session.id);
  return answer(auth, tx, user, session, refreshToken);
}

/** A session in GoTrue's form, with an access token that says what the profile says now. */
async function answer({ keys, config }: Auth, tx: Tx, user: UserRow, session: SessionRow, refreshToken: string) {
  const profile = await profileOf(tx, user.id);
  const iat = now();
  const accessToken = await keys.sign({
    iss: issuerOf(config),
    sub: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email,
    session_id: session.id,
    aal: 'aal1',
    amr: [{ method: session.method, timestamp: Math.floor(session.createdAt.getTime() / 1000) }],
    iat,
    exp: iat + residentSeconds,
    user_metadata: profile,
  });
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: residentSeconds,
    expires_at: iat + residentSeconds,
    refresh_token: refreshToken,
    user: toUser(user, profile),
  };
}

/** What a person says of themself; empty texts while they have no profile. */
export async function profileOf(db: Db, userId: string) {
  return fieldsOf((await findProfile(db, userId)) ?? { id: userId, ...emptyProfile });
}

/** An administrator's token. It is not renewed: after 8 h they sign in again. */
export async function adminToken({ keys, config }: Auth, admin: AdminRow): Promise<string> {
  const iat = now();
  return keys.sign({
    iss: issuerOf(config),
    sub: admin.id,
    aud: 'admin',
    email: admin.email,
    Tehsil: admin.tehsil,
    session_id: uuid(),
    iat,
    exp: iat + adminSeconds,
  });
}
