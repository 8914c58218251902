import { type Handler, HttpError, transaction } from '@tma/kit';
import type { FastifyRequest } from 'fastify';
import { audit } from '../audit.ts';
import type { Auth } from '../context.ts';
import { readEmail } from '../emails.ts';
import { provePassword } from '../proof.ts';
import {
  emailNotConfirmed,
  invalidCredentials,
  refreshTokenNotFound,
  refreshTokenReused,
  validationFailed,
} from '../refusals.ts';
import { beginSession, hashToken, renewSession } from '../sessions.ts';
import { deleteSessions, holdSessionOf, touchSession, useRefreshToken } from '../store/sessions.store.ts';
import { findByEmail, findBySession, noteSignIn } from '../store/users.store.ts';

/** Several tabs may use one refresh token within this time; after it, its reuse looks like theft. */
const graceSeconds = 10;

export const token =
  (auth: Auth): Handler<'token'> =>
  ({ query, body }, request) => {
    if (query.grant_type === 'password') return signIn(auth, request, body.email ?? '', body.password ?? '');
    if (query.grant_type === 'refresh_token') return refresh(auth, request, body.refresh_token ?? '');
    throw new HttpError(400, 'invalid_credentials', 'unsupported_grant_type');
  };

async function signIn(auth: Auth, request: FastifyRequest, given: string, password: string) {
  if (given === '') throw validationFailed('missing email or phone');
  const known = readEmail(given);
  const account = known && (await findByEmail(auth.pool, known));
  const email = known ?? given.slice(0, 254).toLowerCase();
  const right = await provePassword(auth, request, { realm: 'resident', email, account: account || null, password });
  if (!right || !account) throw invalidCredentials();
  if (!account.email_confirmed_at) throw emailNotConfirmed();
  return transaction(auth.pool, async (tx) => {
    // The password may have been changed while it was compared.
    const user = await noteSignIn(tx, account.id, account.password_hash);
    if (!user) throw invalidCredentials();
    return { ...(await beginSession(auth, tx, user, 'password')), weak_password: null };
  });
}

/** Exchanges a refresh token for a new one. One that is used again after the grace ends its session. */
async function refresh(auth: Auth, request: FastifyRequest, refreshToken: string) {
  if (refreshToken === '') throw validationFailed('Refresh token is not valid');
  const hash = hashToken(refreshToken);
  const outcome = await transaction(auth.pool, async (tx) => {
    const session = await holdSessionOf(tx, hash);
    const user = session && (await findBySession(tx, session.id));
    if (!user) throw refreshTokenNotFound();
    if ((await useRefreshToken(tx, hash)) > graceSeconds) {
      await auth.ended.add(await deleteSessions(tx, user.id, { only: session.id }));
      return { reused: session };
    }
    await touchSession(tx, session.id);
    return { answer: await renewSession(auth, tx, user, session) };
  });
  if ('answer' in outcome) return outcome.answer;
  const { id, userId } = outcome.reused;
  audit(request.log, 'refresh token reused', { account: userId, session: id });
  throw refreshTokenReused();
}
