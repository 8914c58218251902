import { lifetimes } from '@tma/contracts';
import { type Handler, HttpError, transaction } from '@tma/kit';
import type { FastifyRequest } from 'fastify';
import { normalizeEmail } from '../../../accounts/email-address.ts';
import { verifyPassword } from '../../../accounts/verify-password.ts';
import type { Auth } from '../../../context.ts';
import {
  emailNotConfirmed,
  invalidCredentials,
  refreshTokenNotFound,
  refreshTokenReused,
  validationFailed,
} from '../../../errors.ts';
import { logSecurityEvent } from '../../../security-log.ts';
import { endSessionsOf } from '../../../sessions/end-sessions.ts';
import { hashOpaqueToken } from '../../../sessions/opaque-token.ts';
import { renewSession, startSession } from '../../../sessions/session.ts';
import { lockSessionByRefreshToken, markRefreshTokenUsed, touchSession } from '../../../stores/sessions.store.ts';
import { findUserByEmail, findUserBySession, recordSignIn } from '../../../stores/users.store.ts';

/**
 * Signs a resident in by password, or exchanges a refresh token; answers with a session (GoTrue, POST /token).
 * Throws 400: `invalid_credentials` (the same for an unknown address and a wrong password), `email_not_confirmed` (after
 * the right password only), `refresh_token_not_found`, `refresh_token_already_used`, `validation_failed`; 429 after too
 * many wrong passwords, never for a refresh.
 */
export const token =
  (auth: Auth): Handler<'token'> =>
  async ({ query, body }, request) => {
    if (query.grant_type === 'password') return signIn(auth, request, body.email ?? '', body.password ?? '');
    if (query.grant_type === 'refresh_token') return refresh(auth, request, body.refresh_token ?? '');
    throw new HttpError(400, 'invalid_credentials', 'unsupported_grant_type');
  };

async function signIn(auth: Auth, request: FastifyRequest, email: string, password: string) {
  if (email === '') throw validationFailed('missing email or phone');
  const address = normalizeEmail(email);
  const account = address === null ? null : await findUserByEmail(auth.pool, address);
  const right = await verifyPassword(auth, request, { role: 'resident', email, account, password });
  if (!right || !account) throw invalidCredentials();
  if (!account.email_confirmed_at) throw emailNotConfirmed();
  return transaction(auth.pool, async (tx) => {
    // The password may have been changed while it was compared.
    const user = await recordSignIn(tx, account.id, account.password_hash);
    if (!user) throw invalidCredentials();
    return { ...(await startSession(auth, tx, user, 'password')), weak_password: null };
  });
}

/** A refresh token that is used again within the grace period comes from a second tab; after it, it may be stolen. */
async function refresh(auth: Auth, request: FastifyRequest, refreshToken: string) {
  if (refreshToken === '') throw validationFailed('Refresh token is not valid');
  const hash = hashOpaqueToken(refreshToken);
  const outcome = await transaction(auth.pool, async (tx) => {
    const session = await lockSessionByRefreshToken(tx, hash);
    const user = session && (await findUserBySession(tx, session.id));
    if (!user) throw refreshTokenNotFound();
    if ((await markRefreshTokenUsed(tx, hash)) > lifetimes.refreshGrace) {
      await endSessionsOf(auth, tx, user.id, { only: session.id });
      return { reused: session };
    }
    await touchSession(tx, session.id);
    return { answer: await renewSession(auth, tx, user, session) };
  });
  if ('answer' in outcome) return outcome.answer;
  const { id, userId } = outcome.reused;
  logSecurityEvent(request.log, 'refresh token reused', { account: userId, session: id });
  throw refreshTokenReused();
}
