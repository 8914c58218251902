import { appendEvent, type Handler, transaction } from '@tma/kit';
import type { Auth } from '../credentials/context.ts';
import { logSecurityEvent } from '../credentials/security-log.ts';
import { endSessionsOf } from '../credentials/session.ts';
import { verifyPassword } from '../credentials/verify-password.ts';
import { currentPasswordInvalid, sessionNotFound, validationFailed } from '../person/errors.ts';
import { findUserBySession, lockUserBySession } from '../person/users.store.ts';
import * as store from './accounts.store.ts';

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
    const right = await verifyPassword(auth, request, {
      audience: 'resident',
      email: account.email,
      account,
      password,
    });
    if (!right) throw currentPasswordInvalid();
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
