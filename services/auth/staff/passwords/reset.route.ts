import { administratorLinkKind } from '@tma/contracts';
import { type Handler, HttpError, networkOf, transaction } from '@tma/kit';
import type { Auth } from '../../credentials/context.ts';
import { logSecurityEvent } from '../../credentials/security-log.ts';
import { lockAdmin } from '../admins.store.ts';
import { requireStrong } from '../require-strong.ts';
import { findAdminByLink, takeAdminLink } from './links.store.ts';
import { setPassword } from './set-password.ts';

const linkOver = () => new HttpError(410, 'link_over', 'This link was used, or its time is over.');

/**
 * Sets a new password for the administrator who holds the mailed link. All their sessions end.
 * Throws 404 `link_unknown`, 410 `link_over` for one that was used, replaced or has expired, 400 `weak_password`; 429 after too
 * many unknown links from an IP, or too many passwords for one.
 */
export const adminReset =
  (auth: Auth): Handler<'adminReset'> =>
  async ({ body: { token, Password: password } }, request, reply) => {
    const ip = networkOf(request.ip);
    const id = await auth.linkKeys.idOf(auth.pool, administratorLinkKind, token);
    if (id === null) {
      await auth.limits.links.count(ip);
      throw new HttpError(404, 'link_unknown', 'This link does not work.');
    }
    const email = await findAdminByLink(auth.pool, id);
    if (email === null) throw linkOver();
    requireStrong(password, email, 'Password');
    await auth.limits.rightSignIns.count('admin', email, ip);
    const hash = await auth.hashing.hash(password);
    const admin = await transaction(auth.pool, async (tx) => {
      const locked = await lockAdmin(tx, email);
      if (!locked || locked.disabled || !(await takeAdminLink(tx, id, locked.id))) throw linkOver();
      await setPassword(auth, tx, locked, { hash, isMailed: true });
      return locked;
    });
    logSecurityEvent(request.log, 'password changed', { admin: admin.id });
    return reply.code(204).send();
  };
