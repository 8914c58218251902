import type { Handler } from '@tma/kit';
import type { Auth } from '../context.ts';
import { validationFailed } from '../refusals.ts';
import { deleteSessions } from '../store/sessions.store.ts';

/** Ends this session (`local`), all but this one (`others`), or all (`global`, also when nothing is said). */
export const signOut =
  ({ pool, ended }: Auth): Handler<'signOut'> =>
  async ({ caller, query }, _request, reply) => {
    const scope = query.scope || 'global';
    if (scope === 'others') {
      await ended.add(await deleteSessions(pool, caller.id, { except: caller.sessionId }));
    } else if (scope === 'local') {
      await deleteSessions(pool, caller.id, { only: caller.sessionId });
      await ended.add([caller.sessionId]);
    } else if (scope === 'global') {
      await ended.add([caller.sessionId, ...(await deleteSessions(pool, caller.id))]);
    } else {
      throw validationFailed(`Unsupported logout scope "${scope.slice(0, 100)}"`);
    }
    return reply.code(204).send();
  };
