import type { Handler } from '@tma/kit';
import { toUser } from '../../../accounts/user.ts';
import type { Auth } from '../../../context.ts';
import { sessionNotFound } from '../../../errors.ts';
import { findProfileFields } from '../../../stores/profiles.store.ts';
import { findUserBySession } from '../../../stores/users.store.ts';

/** The signed-in resident (GoTrue, GET /user). Throws 403 `session_not_found`. */
export const getUser =
  ({ pool }: Auth): Handler<'getUser'> =>
  async ({ caller }) => {
    const user = await findUserBySession(pool, caller.sessionId);
    if (!user) throw sessionNotFound();
    return toUser(user, await findProfileFields(pool, user.id));
  };
