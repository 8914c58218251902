import { appendEvent, type Handler, transaction } from '@tma/kit';
import { audit } from '../audit.ts';
import type { Auth } from '../context.ts';
import { provePassword } from '../proof.ts';
import { currentPasswordInvalid, sessionNotFound, validationFailed } from '../refusals.ts';
import { profileOf } from '../sessions.ts';
import { deleteSessions } from '../store/sessions.store.ts';
import { deleteUser as eraseUser, findBySession, holdBySession } from '../store/users.store.ts';
import { toUser } from '../users.ts';

export const getUser =
  ({ pool }: Auth): Handler<'getUser'> =>
  async ({ caller }) => {
    const user = await findBySession(pool, caller.sessionId);
    if (!user) throw sessionNotFound();
    return toUser(user, await profileOf(pool, user.id));
  };

/** Erases the person. Their reports stay, without them: the other services do that when they hear of it. */
export const deleteUser =
  (auth: Auth): Handler<'deleteUser'> =>
  async ({ caller, body }, request, reply) => {
    if (!body.current_password) throw validationFailed('current_password is required');
    const account = await findBySession(auth.pool, caller.sessionId);
    if (!account) throw sessionNotFound();
    const claim = { realm: 'resident', email: account.email, account, password: body.current_password } as const;
    if (!(await provePassword(auth, request, claim))) throw currentPasswordInvalid();
    await transaction(auth.pool, async (tx) => {
      const user = await holdBySession(tx, caller.sessionId);
      if (user?.password_hash !== account.password_hash) throw sessionNotFound();
      const sessions = await deleteSessions(tx, user.id);
      await eraseUser(tx, user.id);
      await appendEvent(tx, 'AccountDeleted', user.id, { id: user.id });
      await auth.ended.add(sessions);
    });
    audit(request.log, 'account deleted', { account: account.id });
    return reply.code(204).send();
  };
