import type { Handler } from '@tma/kit';
import type { Auth } from '../credentials/context.ts';
import { findSessions } from './own-sessions.store.ts';

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
