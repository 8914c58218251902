import { type Handler, transaction } from '@tma/kit';
import type { Auth } from '../credentials/context.ts';
import { endSessionsOf } from '../credentials/session.ts';
import type { SessionChoice } from '../credentials/sessions.store.ts';
import { validationFailed } from '../person/errors.ts';

/**
 * Ends this session (`local`), all others (`others`), or all (`global`, the default), at once (GoTrue, POST /logout).
 * Throws 400 `validation_failed` for another scope.
 */
export const signOut =
  (auth: Auth): Handler<'signOut'> =>
  async ({ caller, query }, _request, reply) => {
    const choice = sessionsOf(query.scope || 'global', caller.sessionId);
    // The caller's own session may be deleted already while its token is still valid.
    const own = choice.except ? [] : [caller.sessionId];
    await transaction(auth.pool, (tx) => endSessionsOf(auth, tx, caller.id, choice, own));
    return reply.code(204).send();
  };

function sessionsOf(scope: string, own: string): SessionChoice {
  if (scope === 'local') return { only: own };
  if (scope === 'others') return { except: own };
  if (scope === 'global') return {};
  throw validationFailed(`Unsupported logout scope "${scope.slice(0, 100)}"`);
}
