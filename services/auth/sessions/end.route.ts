import { type Handler, notFound, transaction } from '@tma/kit';
import type { Auth } from '../credentials/context.ts';
import { deleteSession } from './own-sessions.store.ts';

/** Ends one of the caller's sessions at once, in every service. Throws 404 for any other. */
export const endSession =
  ({ pool, ended }: Pick<Auth, 'pool' | 'ended'>): Handler<'endSession'> =>
  async ({ caller, params }, _request, reply) => {
    // As tokens have it: by that an ended one is known.
    const id = params.id.toLowerCase();
    await transaction(pool, async (tx) => {
      if (!(await deleteSession(tx, caller, id))) throw notFound();
      await ended.end(tx, caller.id, [id]);
    });
    return reply.code(204).send();
  };
