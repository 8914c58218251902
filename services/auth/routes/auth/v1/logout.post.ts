import { type Handler, transaction } from '@tma/kit';
import type { Auth } from '../context.ts';
import { validationFailed } from '../refusals.ts';
import { deleteSessions } from '../store/sessions.store.ts';

/** Ends this session (`local`), all but this one (`others`), or all (`global`, also when nothing is said). */
export const signOut =
  ({ pool, ended }: Auth): Handler<'signOut'> =>
  async ({ caller, query }, _request, reply) => {
    const which = sessionsOf(query.scope || 'global', caller.sessionId);
    await transaction(pool, async (tx) => {
      const sessions = await deleteSessions(tx, caller.id, which);
      // This one may be gone already while its token still lives.
      await ended.add(which.except ? sessions : [caller.sessionId, ...sessions]);
    });
    return reply.code(204).send();
  };

function sessionsOf(scope: string, own: string): { only?: string; except?: string } {
  if (scope === 'local') return { only: own };
  if (scope === 'others') return { except: own };
  if (scope === 'global') return {};
  throw validationFailed(`Unsupported logout scope "${scope.slice(0, 100)}"`);
}
