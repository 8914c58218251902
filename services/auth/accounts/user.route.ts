import { appendEvent, type Handler, type Tx, transaction } from '@tma/kit';
import type { Auth } from '../credentials/context.ts';
import { deleteUnusedLinks } from '../credentials/mailed-links/links.store.ts';
import { mailNewAddress, publishChange } from '../credentials/mailed-links/mails.ts';
import { redirectTarget } from '../credentials/mailed-links/redirects.ts';
import { withMinimumTime } from '../credentials/minimum-time.ts';
import { logSecurityEvent } from '../credentials/security-log/security-log.ts';
import { endSessionsOf } from '../credentials/session/session.ts';
import { sessionNotFound, validationFailed } from '../person/errors.ts';
import { newPerson, type PersonFields } from '../person/profile.ts';
import { findProfileFields, lockProfile } from '../person/profiles.store.ts';
import { saveIfChanged } from '../person/publish-profile.ts';
import { requireSession } from '../person/require-session.ts';
import { toUser } from '../person/user.ts';
import { changeUser, findAccount, findUserBySession, lockUserBySession, type UserRow } from '../person/users.store.ts';
import * as store from './accounts.store.ts';
import { type Change, checkChange, requireCurrentPassword, requireOwner } from './check-change.ts';
import { notifyOwner } from './notify-owner.ts';

/** The signed-in resident (GoTrue, GET /user). Throws 403 `session_not_found`. */
export const getUser =
  ({ pool }: Auth): Handler<'getUser'> =>
  async ({ caller }) => {
    const account = await findAccount(pool, caller.sessionId);
    if (!account) throw sessionNotFound();
    return toUser(account.user, account.profile);
  };

/**
 * Changes the caller's profile, password or address; the answer is the user (GoTrue, PUT /user). A new address takes
 * effect once the link mailed to it was followed; for one that has an account the answer is the same, and its owner
 * gets a mail. Everything is checked before anything is written.
 * Throws 403 `session_not_found`, and what `requireOwner` and `checkChange` throw.
 */
export const updateUser =
  (auth: Auth): Handler<'updateUser'> =>
  async ({ caller, body, query }, request) => {
    const account = await findUserBySession(auth.pool, caller.sessionId);
    if (!account) throw sessionNotFound();
    await requireOwner(auth, request, { account, sessionId: caller.sessionId }, body);
    const change = await checkChange(auth, account, request.ip, body);
    const redirect = redirectTarget(query.redirect_to, auth.config);
    const written = writeChange(auth, account, caller.sessionId, change, redirect);
    // The time that this takes must not reveal whether a new address has an account.
    const user = await (change.email ? withMinimumTime(written) : written);
    if (change.passwordHash) logSecurityEvent(request.log, 'password changed', { account: user.id });
    return toUser(user, await findProfileFields(auth.pool, user.id));
  };

/**
 * Erases the caller's account and everything personal in it, after their password. `AccountDeleted` makes the other
 * services erase the person too; their reports stay, without them.
 * Throws 400 `validation_failed` without a password, 400 `current_password_invalid`, 403 `session_not_found`.
 */
export const deleteUser =
  (auth: Auth): Handler<'deleteUser'> =>
  async ({ caller, body }, request, reply) => {
    const password = body.current_password;
    if (!password) throw validationFailed('current_password is required');
    const account = await findUserBySession(auth.pool, caller.sessionId);
    if (!account) throw sessionNotFound();
    await requireCurrentPassword(auth, request, account, password);
    await transaction(auth.pool, async (tx) => {
      const user = await lockUserBySession(tx, caller.sessionId);
      if (user?.password_hash !== account.password_hash) throw sessionNotFound();
      await endSessionsOf(auth, tx, user.id);
      await store.deleteUser(tx, user.id);
      await appendEvent(tx, 'AccountDeleted', user.id, { id: user.id });
    });
    logSecurityEvent(request.log, 'account deleted', { account: account.id });
    return reply.code(204).send();
  };

/**
 * Throws 403 `session_not_found` when the session ended meanwhile, or the password changed and is needed. @returns the changed
 * account
 * @param redirect where the link that confirms a new address redirects to
 */
async function writeChange(auth: Auth, account: UserRow, sessionId: string, change: Change, redirect: URL) {
  // Changing it again and again must not fill the mailbox.
  const isMailed =
    change.passwordHash !== undefined && (await auth.limits.mails.take('password-changed', account.email));
  return transaction(auth.pool, async (tx) => {
    if (change.email) await store.lockBothUsers(tx, sessionId, change.email);
    let user = await requireSession(tx, sessionId, 'gotrue');
    if (user.password_hash !== account.password_hash) {
      // What needs the password was checked against the one of before; and a change by another session ended this one.
      const needsPassword = change.passwordHash !== undefined || change.email !== undefined;
      if (needsPassword || !(await findUserBySession(tx, sessionId))) throw sessionNotFound();
    }
    if (change.passwordHash) user = await writePassword(auth, tx, user, change.passwordHash, sessionId);
    // Before the mails, which are in the language that the same call may have chosen.
    if (change.data) user = await writeProfile(tx, user, change.data);
    if (isMailed) await publishChange(tx, user, 'password');
    if (change.email) {
      await publishChange(tx, user, 'email-requested');
      user = await changeUser(tx, user.id, { new_email: change.email });
      user = await mailNewAddress(auth, tx, user, change.email, redirect);
      await notifyOwner(tx, change.email, 'email-change');
    }
    return user;
  });
}

/** Whoever had access to the account before loses it: other sessions, mailed links and a pending new address end. */
async function writePassword(auth: Auth, tx: Tx, { id }: UserRow, passwordHash: string, sessionId: string) {
  const user = await changeUser(tx, id, { password_hash: passwordHash, new_email: null });
  await deleteUnusedLinks(tx, id, ['recovery', 'email_change']);
  await endSessionsOf(auth, tx, id, { except: sessionId });
  return user;
}

async function writeProfile(tx: Tx, user: UserRow, data: Partial<PersonFields>) {
  const { id } = user;
  const known = await lockProfile(tx, id);
  const profile = { ...newPerson, ...known, ...data, id };
  return (await saveIfChanged(tx, known, profile)) ? changeUser(tx, id, {}) : user;
}
