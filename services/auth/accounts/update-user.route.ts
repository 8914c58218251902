import type { Handler } from '@tma/kit';
import type { Auth } from '../credentials/context.ts';
import { redirectTarget } from '../credentials/redirects.ts';
import { logSecurityEvent } from '../credentials/security-log.ts';
import { verifyPassword } from '../credentials/verify-password.ts';
import { currentPasswordInvalid, sessionNotFound } from '../person/errors.ts';
import { findProfileFields } from '../person/profiles.store.ts';
import { toUser } from '../person/user.ts';
import { findUserBySession } from '../person/users.store.ts';
import { changeAccount } from './change-account.ts';
import { checkChange } from './check-change.ts';

/**
 * Changes the caller's profile, password or address; the answer is the user (GoTrue, PUT /user). A new address counts
 * once the link mailed to it was followed; one that has an account gets the same answer, and its owner a mail. Everything is
 * checked before anything is written.
 * Throws 400 `current_password_invalid` when one is given and wrong, 403 `session_not_found`, and what `checkChange` throws.
 */
export const updateUser =
  (auth: Auth): Handler<'updateUser'> =>
  async ({ caller, body, query }, request) => {
    const account = await findUserBySession(auth.pool, caller.sessionId);
    if (!account) throw sessionNotFound();
    const password = body.current_password;
    if (typeof password === 'string') {
      const right = await verifyPassword(auth, request, {
        audience: 'resident',
        email: account.email,
        account,
        password,
      });
      if (!right) throw currentPasswordInvalid();
    }
    const change = await checkChange(auth, account, request.ip, body);
    const redirect = redirectTarget(query.redirect_to, auth.config);
    const user = await changeAccount(auth, { account, sessionId: caller.sessionId, change, redirect });
    if (change.passwordHash) logSecurityEvent(request.log, 'password changed', { account: user.id });
    return toUser(user, await findProfileFields(auth.pool, user.id));
  };
