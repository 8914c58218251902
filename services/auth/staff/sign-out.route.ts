import { type Handler, transaction } from '@tma/kit';
import type { Auth } from '../credentials/context.ts';
import { deleteAdminSession } from './admin-sessions.store.ts';
import { markSeen } from './seen.store.ts';

/** Ends the administrator's session at once. */
export const adminSignOut =
  ({ pool, ended }: Auth): Handler<'adminSignOut'> =>
  async ({ caller }, _request, reply) => {
    await transaction(pool, async (tx) => {
      await deleteAdminSession(tx, caller.sessionId);
      await ended.end(tx, caller.id, [caller.sessionId]);
    });
    await markSeen(pool, caller.id);
    return reply.code(204).send();
  };
