import { type Handler, HttpError, transaction } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import { browserOf } from '../credentials/browser/browser.ts';
import type { Auth } from '../credentials/context.ts';
import { verifyPassword } from '../credentials/passwords/verify-password.ts';
import { logSecurityEvent } from '../credentials/security-log/security-log.ts';
import { signAccessToken } from '../credentials/session/access-token.ts';
import { normalizeEmail } from '../person/email-address.ts';
import { deleteAdminSession, insertAdminSession } from './admin-sessions.store.ts';
import { type AdminWithPassword, findAdmin, lockAdminForSession } from './admins.store.ts';
import { requireCode, withCodeLimit } from './factor/check-code.ts';
import { noteAbout, noteFailedSignIn } from './note-about.ts';
import { passwordNotRight } from './require-password.ts';
import { markSeen } from './seen.store.ts';

/**
 * Signs an administrator in. Their token is not renewed: when it expires, they sign in again.
 * Throws 400 `invalid_credentials` (the same for an unknown address, a wrong password and an account
 * that is disabled); after a right password 401 `second_factor_required` and `second_factor_wrong`; 429 after too many of these.
 */
export const adminSignIn =
  (auth: Auth): Handler<'adminSignIn'> =>
  async ({ body: { Email: email, Password: password, Code: code } }, request, reply) => {
    const address = normalizeEmail(email);
    const known = address === null ? null : await findAdmin(auth.pool, address);
    const account = known && { id: known.id, password_hash: known.disabled ? null : known.password_hash };
    const right = await verifyPassword(auth, request, { audience: 'admin', email, account, password });
    const session = { id: uuid(), browser: browserOf(request.headers['user-agent']) };
    if (known && !right) noteFailedSignIn(auth, known, request.log);
    if (!right || !known) throw passwordNotRight();
    const { admin, enrol } = await withCodeLimit(auth, request, known, code, () =>
      startAdminSession(auth, known, session, code),
    ).catch((error: unknown) => {
      if (error instanceof HttpError && error.code === 'second_factor_wrong')
        noteFailedSignIn(auth, known, request.log);
      throw error;
    });
    logSecurityEvent(request.log, 'admin signed in', { admin: admin.id, session: session.id });
    await markSeen(auth.pool, admin.id);
    const { token } = await signAccessToken(auth, 'admin', {
      id: admin.id,
      email: admin.email,
      sessionId: session.id,
      claims: { Tehsil: admin.tehsil, role: admin.role, enrol },
    });
    reply.header('set-cookie', auth.devices.cookieFor({ audience: 'admin', id: admin.id }));
    const { language, role } = admin;
    return { Token: token, email: admin.email, success: true, language, role, enrol };
  };

/**
 * The row is locked: who is disabled or moved at the same moment is so either before, and then it counts here, or after, and
 * then this session ends with the others. Throws when they may not sign in any more, or without a code where one is needed.
 * @returns the administrator as they are now, and whether they have to set up a second factor before anything else
 */
const startAdminSession = (
  auth: Auth,
  known: AdminWithPassword,
  session: { id: string; browser: string },
  code: string | null | undefined,
) =>
  transaction(auth.pool, async (tx) => {
    const admin = await lockAdminForSession(tx, known);
    if (!admin) throw passwordNotRight();
    const hasFactor = await requireCode(auth, tx, admin.id, code, 401);
    await insertAdminSession(tx, session.id, admin.id, session.browser);
    await noteAbout(tx, admin, 'signed-in');
    const enrol = hasFactor || auth.config.ADMIN_SECOND_FACTOR === 'optional' ? undefined : (true as const);
    return { admin, enrol };
  });

/** Ends the administrator's session at once. */
export const adminSignOut =
  ({ pool, ended }: Auth): Handler<'adminSignOut'> =>
  async ({ caller }, _request, reply) => {
    await transaction(pool, async (tx) => {
      await deleteAdminSession(tx, caller.sessionId);
      await ended.end(tx, caller.id, [caller.sessionId]);
    });
    await markSeen(pool, caller.id);
    return reply.code(204).send();
  };
