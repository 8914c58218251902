import type { Handler } from '@tma/kit';
import type { Auth } from '../credentials/context.ts';
import { redirectTarget } from '../credentials/redirects.ts';
import { logSecurityEvent } from '../credentials/security-log.ts';
import { sessionNotFound } from '../person/errors.ts';
import { findProfileFields } from '../person/profiles.store.ts';
import { toUser } from '../person/user.ts';
import { findUserBySession } from '../person/users.store.ts';
import { changeAccount } from './change-account.ts';
import { checkChange } from './check-change.ts';
import { requireOwner } from './require-owner.ts';

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
