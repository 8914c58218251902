import type { Handler } from '@tma/kit';
import { changeAccount, checkChange } from '../../../accounts/change-account.ts';
import { toUser } from '../../../accounts/user.ts';
import { verifyPassword } from '../../../accounts/verify-password.ts';
import type { Auth } from '../../../context.ts';
import { currentPasswordInvalid, sessionNotFound } from '../../../errors.ts';
import { redirectTarget } from '../../../links/redirects.ts';
import { logSecurityEvent } from '../../../security-log.ts';
import { findProfileFields } from '../../../stores/profiles.store.ts';
import { findUserBySession } from '../../../stores/users.store.ts';

/**
 * Changes the caller's profile, password or address; the answer is the user (GoTrue, PUT /user). A new address counts
 * once the link mailed to it was followed; one that has an account gets the same answer, and its owner is told. Everything is checked before anything is written.
 * Throws 400 `current_password_invalid` when one is given and wrong, 403 `session_not_found`, and what `checkChange` throws.
 */
export const updateUser =
  (auth: Auth): Handler<'updateUser'> =>
  async ({ caller, body, query }, request) => {
    const account = await findUserBySession(auth.pool, caller.sessionId);
    if (!account) throw sessionNotFound();
    const password = body.current_password;
    if (typeof password === 'string') {
      const right = await verifyPassword(auth, request, { role: 'resident', email: account.email, account, password });
      if (!right) throw currentPasswordInvalid();
    }
    const change = await checkChange(auth, account, request.ip, body);
    const redirect = redirectTarget(query.redirect_to, auth.config);
    const user = await changeAccount(auth, { account, sessionId: caller.sessionId, change, redirect });
    if (change.passwordHash) logSecurityEvent(request.log, 'password changed', { account: user.id });
    return toUser(user, await findProfileFields(auth.pool, user.id));
  };
