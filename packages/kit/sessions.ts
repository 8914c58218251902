/** Sessions that ended before their tokens expire: docs/decisions/028-ended-is-ended.md. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type EventData, lifetimes } from '@tma/contracts';
import { LRUCache } from 'lru-cache';
import { afterCommit, commitWith, type Pool, type Tx } from './db.ts';
import { appendEvent } from './outbox.ts';
import type { Redis } from './redis.ts';
import * as store from './sessions.store.ts';

const keptSeconds = lifetimes.endedSession;
const key = (sessionId: string) => `session:ended:${sessionId}`;
/** Where the ids of sessions are published as they end, several with blanks between. */
const channel = 'sessions:ended';

/** How many sessions are remembered not to have ended: as many as tokens (`tokens/tokens.ts`). */
const mostGoingOn = 20_000;
/** How old what is known of the table may be, in milliseconds, and that nothing of what Redis publishes is missed. */
const freshMs = 1000;
/** How often what is known is rid of what has expired, in milliseconds. */
const tidyMs = 600_000;
/** An event is at most about 40 KB. */
const sessionsPerEvent = 1000;

export interface EndedSessions {
  /**
   * Whether a session has ended: by what this service's table says, at most a second ago, or by what Redis says now. Redis is
   * asked for a session once; from then on it tells. Throws an error of an unavailable dependency while the table cannot be
   * read.
   */
  has(sessionId: string): Promise<boolean>;
  /**
   * Ends sessions for good, in the caller's transaction: noted here, and told to the other services by `SessionsEnded`. Once it
   * has committed, all instances of all services know at once, as far as Redis works. Refresh tokens are not its matter.
   * @param account whose sessions they are; the event's subject
   */
  end(tx: Tx, account: string, sessionIds: readonly string[]): Promise<void>;
}

export function createEndedSessions(pool: Pool, redis: Redis): EndedSessions {
  /** With when each may be forgotten, in milliseconds since 1970. */
  const known = new Map<string, number>();
  let from = store.beginning;
  let readAt = Number.NEGATIVE_INFINITY;
  let tidiedAt = performance.now();
  let reading: Promise<unknown> | undefined;
  /** Sessions of which Redis would have told by now that they have ended. */
  const goingOn = new LRUCache<string, true>({ max: mostGoingOn });
  let following: ReturnType<Redis['follow']> | undefined;
  /** What is published is heard; 0 while it is not, and never the same again afterwards. */
  let hearing = 0;
  let times = 0;

  const remember = (id: string) => known.set(id, Date.now() + keptSeconds * 1000);

  async function read() {
    const begun = performance.now();
    const { sessions, next } = await store.readEnded(pool, from);
    for (const { id, until } of sessions) known.set(id, until);
    [from, readAt] = [next, begun];
    if (begun - tidiedAt < tidyMs) return;
    for (const [id, until] of known) if (until < Date.now()) known.delete(id);
    tidiedAt = begun;
  }

  function interrupted() {
    hearing = 0;
    goingOn.clear();
  }

  /** Sees to it that whatever is published reaches this instance; else Redis is asked for each token. */
  async function follow() {
    following ??= redis.follow(channel, {
      heard(message) {
        for (const id of message.split(' ')) remember(id);
      },
      interrupted,
    });
    if (!(await following.isCurrent())) return interrupted();
    if (hearing > 0) return;
    times += 1;
    hearing = times;
  }

  /** Requests of one moment share a read: an instance asks its database once a second, however many it answers. */
  function beFresh(): Promise<unknown> | undefined {
    if (!reading && performance.now() - readAt < freshMs) return undefined;
    reading ??= Promise.all([read(), follow()]).finally(() => {
      reading = undefined;
    });
    return reading;
  }

  async function announce(sessionIds: readonly string[]) {
    for (const id of sessionIds) remember(id);
    await redis.ask(async (client) => {
      const pipeline = client.pipeline();
      for (const id of sessionIds) pipeline.set(key(id), '1', 'EX', keptSeconds);
      pipeline.publish(channel, sessionIds.join(' '));
      await pipeline.exec();
    });
  }

  return {
    async has(sessionId) {
      if (known.has(sessionId)) return true;
      await beFresh();
      // What was published before this request came has come too: it is read before the next turn.
      await nextTurn();
      if (known.has(sessionId)) return true;
      if (goingOn.has(sessionId)) return false;
      const since = hearing;
      const answer = await redis.ask((client) => client.exists(key(sessionId)));
      if (answer === 1) remember(sessionId);
      if (answer === 0 && since > 0 && since === hearing) goingOn.set(sessionId, true);
      return known.has(sessionId);
    },
    async end(tx, account, sessionIds) {
      const until = new Date(Date.now() + keptSeconds * 1000).toISOString();
      for (let first = 0; first < sessionIds.length; first += sessionsPerEvent) {
        const sessions = sessionIds.slice(first, first + sessionsPerEvent);
        await store.noteEnded(tx, sessions, until);
        await appendEvent(tx, 'SessionsEnded', account, { sessions, until });
        afterCommit(tx, () => announce(sessions));
      }
    },
  };
}

/** What `SessionsEnded` does in every service that checks tokens. */
export async function sessionsEnded({ sessions, until }: EventData<'SessionsEnded'>, tx: Tx): Promise<void> {
  await commitWith(tx, [store.noteEnded(tx, sessions, until)]);
}
