import { administratorLinkKind } from '@tma/contracts';
import { appendEvent, type Handler, HttpError, networkOf, type Tx, transaction, unknownLink } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import type { Auth } from '../../credentials/context.ts';
import { withMinimumTime } from '../../credentials/minimum-time.ts';
import { logSecurityEvent } from '../../credentials/security-log/security-log.ts';
import { deleteAdminSessions } from '../admin-sessions.store.ts';
import { type Admin, lockAdmin, lockAdminForSession } from '../admins.store.ts';
import { requireCode, withCodeLimit } from '../factor/check-code.ts';
import { noteAbout } from '../note-about.ts';
import { addresseeOf } from '../publish-administrator.ts';
import { passwordNotRight, requirePassword, requireStrong } from '../require-password.ts';
import { deleteAdminLink, findAdminByLink, saveAdminLink, setAdminPassword, takeAdminLink } from './links.store.ts';

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

/**
 * Requests the mail that leads an administrator to a new password. The caller does not learn whether there is one of that address.
 * Throws 429 after too many requests from an IP or for that address.
 */
export const adminRecover =
  (auth: Auth): Handler<'adminRecover'> =>
  async ({ body: { Email: email } }, { ip }, reply) => {
    await auth.limits.recoveries.count(networkOf(ip));
    await auth.limits.mails.count('admin-recovery', email);
    await withMinimumTime(transaction(auth.pool, (tx) => mailLink(auth, tx, email)));
    return reply.code(202).send({});
  };

/** Who is disabled gets none. */
async function mailLink({ linkKeys }: Auth, tx: Tx, address: string): Promise<void> {
  const admin = await lockAdmin(tx, address);
  if (!admin || admin.disabled) return;
  const link = { kind: administratorLinkKind, id: uuid(), address: admin.email };
  const expiresAt = await saveAdminLink(tx, admin.id, link.id);
  await appendEvent(tx, 'AdministratorRecoveryRequested', admin.id, {
    ...addresseeOf(admin),
    expiresAt: expiresAt.toISOString(),
    sealedLink: { id: link.id, ...(await linkKeys.issue(tx, link)) },
  });
}

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
      throw unknownLink();
    }
    const owner = await findAdminByLink(auth.pool, id);
    if (!owner) throw linkOver();
    const { email } = owner;
    requireStrong(password, email, 'Password');
    await auth.limits.rightSignIns.count('admin', email, ip);
    const hash = await auth.hashing.hash(password);
    await withCodeLimit(auth, request, owner, code, () =>
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

interface NewPassword {
  hash: string;
  /** A session that goes on; every other ends. */
  except?: string;
  /** Whether they are notified. */
  isMailed: boolean;
}

/** Gives an administrator another password, in the caller's transaction: whoever had access with the old one loses it. */
async function setPassword(
  { ended }: Pick<Auth, 'ended'>,
  tx: Tx,
  admin: Admin,
  { hash, except, isMailed }: NewPassword,
): Promise<void> {
  const { id, ...to } = addresseeOf(admin);
  await setAdminPassword(tx, id, hash);
  await ended.end(tx, id, await deleteAdminSessions(tx, id, except));
  await noteAbout(tx, admin, 'password-changed');
  if (!isMailed) return;
  await appendEvent(tx, 'AccountChanged', id, { accountId: id, of: 'administrator', change: 'password', ...to });
}
