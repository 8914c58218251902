import { administratorLinkKind } from '@tma/contracts';
import { type Handler, HttpError, networkOf, transaction } from '@tma/kit';
import type { Auth } from '../../credentials/context.ts';
import { logSecurityEvent } from '../../credentials/security-log.ts';
import { lockAdmin } from '../admins.store.ts';
import { countingCode, requireCode } from '../factor/check-code.ts';
import { requireStrong } from '../require-strong.ts';
import { findAdminByLink, takeAdminLink } from './links.store.ts';
import { setPassword } from './set-password.ts';

const linkOver = () => new HttpError(410, 'link_over', 'This link was used, or its time is over.');

/**
 * Sets a new password for the administrator who holds the mailed link. All their sessions end.
 * Throws 404 `link_unknown`, 410 `link_over` for one that was used, replaced or has expired, 400 `weak_password`; with a second
 * factor 401 `second_factor_required`, `second_factor_wrong`, as at sign-in; 429 after too many unknown links from an IP, or too
 * many passwords or codes for one.
 */
export const adminReset =
  (auth: Auth): Handler<'adminReset'> =>
  async ({ body: { token, Password: password, Code: code } }, request, reply) => {
    const ip = networkOf(request.ip);
    const id = await auth.linkKeys.idOf(auth.pool, administratorLinkKind, token);
    if (id === null) {
      await auth.limits.links.count(ip);
      throw new HttpError(404, 'link_unknown', 'This link does not work.');
    }
    const owner = await findAdminByLink(auth.pool, id);
    if (!owner) throw linkOver();
    const { email } = owner;
    requireStrong(password, email, 'Password');
    await auth.limits.rightSignIns.count('admin', email, ip);
    const hash = await auth.hashing.hash(password);
    await countingCode(auth, request, owner, code, () =>
      transaction(auth.pool, async (tx) => {
        const admin = await lockAdmin(tx, email);
        if (!admin || admin.disabled || !(await takeAdminLink(tx, id, admin.id))) throw linkOver();
        await requireCode(auth, tx, admin.id, code, 401);
        await setPassword(auth, tx, admin, { hash, isMailed: true });
      }),
    );
    logSecurityEvent(request.log, 'password changed', { admin: owner.id });
    return reply.code(204).send();
  };
