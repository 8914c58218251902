import { type Handler, notFound, transaction } from '@tma/kit';
import type { Auth } from '../credentials/context.ts';
import { endSessionsOf } from '../credentials/session/session.ts';
import type { SessionChoice } from '../credentials/session/sessions.store.ts';
import { validationFailed } from '../person/errors.ts';
import { deleteSession, findSessions } from './own-sessions.store.ts';

/** The caller's sessions, the newest first. */
export const listSessions =
  ({ pool, seen }: Pick<Auth, 'pool' | 'seen'>): Handler<'listSessions'> =>
  async ({ caller }) => {
    const sessions = await findSessions(pool, caller);
    const called = caller.audience === 'admin' ? await seen.read(sessions.map(({ id }) => id)) : null;
    return sessions.map(({ id, startedAt, lastSeen, browser }) => {
      const at = called?.get(id) ?? lastSeen;
      return { id, startedAt, lastSeen: at > lastSeen ? at : lastSeen, browser, current: id === caller.sessionId };
    });
  };

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
