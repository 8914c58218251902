import { type Handler, HttpError, transaction } from '@tma/kit';
import type { FastifyRequest } from 'fastify';
import { v7 as uuid } from 'uuid';
import { browserOf } from '../credentials/browser/browser.ts';
import type { Auth } from '../credentials/context.ts';
import { verifyPassword } from '../credentials/passwords/verify-password.ts';
import { logSecurityEvent } from '../credentials/security-log/security-log.ts';
import { createRefreshToken, endSessionsOf, hashRefreshToken, toSession } from '../credentials/session/session.ts';
import { normalizeEmail } from '../person/email-address.ts';
import {
  emailNotConfirmed,
  invalidCredentials,
  refreshTokenNotFound,
  refreshTokenReused,
  userBanned,
  validationFailed,
} from '../person/errors.ts';
import { findUserByEmail } from '../person/users.store.ts';
import { deleteCrowdedSessions, deleteCrowdedTokens, recordSignIn, renewSession } from './sign-ins.store.ts';

/**
 * Signs a resident in by password, or exchanges a refresh token; answers with a session (GoTrue, POST /token).
 * Throws 400: `invalid_credentials` (the same for an unknown address and a wrong password), `email_not_confirmed` and
 * `user_banned` (after the right password only), `refresh_token_not_found`, `refresh_token_already_used`, `validation_failed`; 429 after too
 * many wrong passwords, never for a refresh.
 */
export const token =
  (auth: Auth): Handler<'token'> =>
  async ({ query, body }, request, reply) => {
    if (query.grant_type === 'password') {
      const signedIn = await signIn(auth, request, body.email ?? '', body.password ?? '');
      reply.header('set-cookie', auth.devices.cookieFor({ audience: 'resident', id: signedIn.user.id }));
      return signedIn;
    }
    if (query.grant_type === 'refresh_token') return refresh(auth, request, body.refresh_token ?? '');
    throw new HttpError(400, 'invalid_credentials', 'unsupported_grant_type');
  };

async function signIn(auth: Auth, request: FastifyRequest, email: string, password: string) {
  if (email === '') throw validationFailed('missing email or phone');
  const address = normalizeEmail(email);
  const account = address === null ? null : await findUserByEmail(auth.pool, address);
  const right = await verifyPassword(auth, request, { audience: 'resident', email, account, password });
  if (!right || !account) throw invalidCredentials();
  if (!account.email_confirmed_at) throw emailNotConfirmed();
  if (account.suspended_at) throw userBanned();
  if (isToTidy()) await deleteCrowdedSessions(auth.pool, account.id);
  const refreshToken = createRefreshToken();
  const session = {
    id: uuid(),
    tokenHash: hashRefreshToken(refreshToken),
    browser: browserOf(request.headers['user-agent']),
  };
  const signedIn = await recordSignIn(auth.pool, account.id, account.password_hash, session);
  // The password was changed while it was compared.
  if (!signedIn) throw invalidCredentials();
  logSecurityEvent(request.log, 'signed in', { account: account.id, session: session.id });
  return { ...(await toSession(auth, signedIn, refreshToken)), weak_password: null };
}

/** One sign-in or refresh in sixteen looks for sessions or tokens that are too many: if each did, all would be slower. */
const isToTidy = () => Math.random() < 1 / 16;

/** A refresh token that is used again within the grace period comes from a second tab; after it, it may be stolen. */
async function refresh(auth: Auth, request: FastifyRequest, refreshToken: string) {
  if (refreshToken === '') throw validationFailed('Refresh token is not valid');
  const [hash, next] = [hashRefreshToken(refreshToken), createRefreshToken()];
  if (isToTidy()) await deleteCrowdedTokens(auth.pool, hash);
  // Before the token is used: where nothing can be signed, the client keeps it.
  await auth.keys.ready();
  const refreshed = await renewSession(auth.pool, hash, hashRefreshToken(next));
  if (!refreshed) throw refreshTokenNotFound();
  if (refreshed.renewed) return toSession(auth, refreshed, next);
  const { id, userId } = refreshed.session;
  await transaction(auth.pool, (tx) => endSessionsOf(auth, tx, userId, { only: id }));
  logSecurityEvent(request.log, 'refresh token reused', { account: userId, session: id });
  throw refreshTokenReused();
}
