import { appendEvent, type Handler, transaction } from '@tma/kit';
import type { Auth } from '../credentials/context.ts';
import { redirectTarget } from '../credentials/redirects.ts';
import { logSecurityEvent } from '../credentials/security-log.ts';
import { endSessionsOf } from '../credentials/session.ts';
import { sessionNotFound, validationFailed } from '../person/errors.ts';
import { findProfileFields } from '../person/profiles.store.ts';
import { toUser } from '../person/user.ts';
import { findAccount, findUserBySession, lockUserBySession } from '../person/users.store.ts';
import * as store from './accounts.store.ts';
import { changeAccount } from './change-account.ts';
import { checkChange, requireCurrentPassword, requireOwner } from './check-change.ts';

/** The signed-in resident (GoTrue, GET /user). Throws 403 `session_not_found`. */
export const getUser =
  ({ pool }: Auth): Handler<'getUser'> =>
  async ({ caller }) => {
    const account = await findAccount(pool, caller.sessionId);
    if (!account) throw sessionNotFound();
    return toUser(account.user, account.profile);
  };

/**
 * Changes the caller's profile, password or address; the answer is the user (GoTrue, PUT /user). A new address counts
 * once the link mailed to it was followed; one that has an account gets the same answer, and its owner a mail. Everything is
 * checked before anything is written.
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
    const user = await changeAccount(auth, { account, sessionId: caller.sessionId, change, redirect });
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
