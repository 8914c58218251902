import { type Handler, HttpError, transaction } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import { signAccessToken } from '../credentials/access-token.ts';
import type { Auth } from '../credentials/context.ts';
import { logSecurityEvent } from '../credentials/security-log.ts';
import { verifyPassword } from '../credentials/verify-password.ts';
import { normalizeEmail } from '../person/email-address.ts';
import { insertAdminSession } from './admin-sessions.store.ts';
import { type AdminWithPassword, findAdmin, lockAdminForSession } from './admins.store.ts';

/**
 * Signs an administrator in. Their token is not renewed: when it expires, they sign in again.
 * Throws 400 `invalid_credentials` (the same for an unknown address, a wrong password and an account
 * that is disabled), 429 after too many of these.
 */
export const adminSignIn =
  (auth: Auth): Handler<'adminSignIn'> =>
  async ({ body: { Email: email, Password: password } }, request, reply) => {
    const address = normalizeEmail(email);
    const known = address === null ? null : await findAdmin(auth.pool, address);
    const account = known && { id: known.id, password_hash: known.disabled ? null : known.password_hash };
    const right = await verifyPassword(auth, request, { audience: 'admin', email, account, password });
    const sessionId = uuid();
    const admin = right && known ? await startAdminSession(auth, known, sessionId) : null;
    if (!admin) throw new HttpError(400, 'invalid_credentials', 'Invalid credentials');
    logSecurityEvent(request.log, 'admin signed in', { admin: admin.id, session: sessionId });
    const { token } = await signAccessToken(auth, 'admin', {
      id: admin.id,
      email: admin.email,
      sessionId,
      claims: { Tehsil: admin.tehsil },
    });
    reply.header('set-cookie', auth.devices.cookieFor({ audience: 'admin', id: admin.id }));
    return { Token: token, email: admin.email, success: true, language: admin.language };
  };

/**
 * The row is locked: who is disabled or moved at the same moment is so either before, and then it counts here, or after, and
 * then this session ends with the others. @returns the administrator as they are now; null when they may not sign in any more
 */
const startAdminSession = ({ pool }: Auth, known: AdminWithPassword, id: string) =>
  transaction(pool, async (tx) => {
    const admin = await lockAdminForSession(tx, known);
    if (admin) await insertAdminSession(tx, id, admin.id);
    return admin;
  });
