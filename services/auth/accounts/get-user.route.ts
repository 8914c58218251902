import type { Handler } from '@tma/kit';
import type { Auth } from '../credentials/context.ts';
import { sessionNotFound } from '../person/errors.ts';
import { toUser } from '../person/user.ts';
import { findAccount } from '../person/users.store.ts';

/** The signed-in resident (GoTrue, GET /user). Throws 403 `session_not_found`. */
export const getUser =
  ({ pool }: Auth): Handler<'getUser'> =>
  async ({ caller }) => {
    const account = await findAccount(pool, caller.sessionId);
    if (!account) throw sessionNotFound();
    return toUser(account.user, account.profile);
  };
