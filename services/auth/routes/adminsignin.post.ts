import { type Handler, HttpError } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import { normalizeEmail } from '../accounts/email-address.ts';
import { verifyPassword } from '../accounts/verify-password.ts';
import type { Auth } from '../context.ts';
import { signAccessToken } from '../sessions/access-token.ts';
import { findAdmin, insertAdminSession } from '../stores/admins.store.ts';

/**
 * Signs an administrator in. Their token is not renewed: when it expires, they sign in again.
 * Throws 400 `invalid_credentials` (the same for an unknown address and a wrong password), 429 after too many of these.
 */
export const adminSignIn =
  (auth: Auth): Handler<'adminSignIn'> =>
  async ({ body: { Email: email, Password: password } }, request) => {
    const address = normalizeEmail(email);
    const account = address === null ? null : await findAdmin(auth.pool, address);
    const right = await verifyPassword(auth, request, { role: 'admin', email, account, password });
    if (!right || !account) throw new HttpError(400, 'invalid_credentials', 'Invalid credentials');
    const sessionId = uuid();
    await insertAdminSession(auth.pool, sessionId, account.id);
    const { token } = await signAccessToken(auth, 'admin', {
      id: account.id,
      email: account.email,
      sessionId,
      claims: { Tehsil: account.tehsil },
    });
    return { Token: token, email: account.email, success: true };
  };
