import type { Handler } from '@tma/kit';
import { toUser } from '../../../accounts/user.ts';
import type { Auth } from '../../../context.ts';
import { sessionNotFound } from '../../../errors.ts';
import { findAccount } from '../../../stores/accounts.store.ts';

/** The signed-in resident (GoTrue, GET /user). Throws 403 `session_not_found`. */
export const getUser =
  ({ pool }: Auth): Handler<'getUser'> =>
  async ({ caller }) => {
    const account = await findAccount(pool, caller.sessionId);
    if (!account) throw sessionNotFound();
    return toUser(account.user, account.profile);
  };
