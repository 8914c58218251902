import { type Handler, transaction } from '@tma/kit';
import type { Auth } from '../../credentials/context.ts';
import { logSecurityEvent } from '../../credentials/security-log.ts';
import { lockAdminForSession } from '../admins.store.ts';
import { passwordNotRight, requirePassword } from '../require-password.ts';
import { requireStrong } from '../require-strong.ts';
import { deleteAdminLink } from './links.store.ts';
import { setPassword } from './set-password.ts';

/**
 * Changes the caller's password; every other session of theirs ends, and a link to a new password is void.
 * Throws 400 `invalid_credentials` for a wrong current one, which counts like a wrong sign-in, `weak_password`; 429 after too many.
 */
export const adminPassword =
  (auth: Auth): Handler<'adminPassword'> =>
  async ({ caller, body }, request, reply) => {
    const { email, sessionId } = caller;
    const admin = await requirePassword(auth, request, email, body.currentPassword);
    requireStrong(body.newPassword, email, 'newPassword');
    const hash = await auth.hashing.hash(body.newPassword);
    const isMailed = await auth.limits.mails.take('admin-password-changed', email);
    await transaction(auth.pool, async (tx) => {
      // Changed or disabled meanwhile: the caller is not who knows the password any more.
      if (!(await lockAdminForSession(tx, admin, 'update'))) throw passwordNotRight();
      await deleteAdminLink(tx, admin.id);
      await setPassword(auth, tx, admin, { hash, except: sessionId, isMailed });
    });
    logSecurityEvent(request.log, 'password changed', { admin: admin.id });
    return reply.code(204).send();
  };
