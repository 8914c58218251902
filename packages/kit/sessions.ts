/** Sessions that ended before their tokens expire: docs/decisions/028-ended-sessions-are-refused.md. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type EventData, lifetimes } from '@tma/contracts';
import { LRUCache } from 'lru-cache';
import { afterCommit, type Pool, type Tx } from './db.ts';
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
   * asked for a session once; from then on it publishes what ends. Throws an error of an unavailable dependency while the table
   * cannot be read.
   */
  has(sessionId: string): Promise<boolean>;
  /**
   * Ends sessions for good, in the caller's transaction: noted here, and published to the other services by `SessionsEnded`. Once
   * it has committed, all instances of all services know at once, as far as Redis works. Refresh tokens are not its matter.
   * @param account whose sessions they are; the event's subject
   */
  end(tx: Tx, account: string, sessionIds: readonly string[]): Promise<void>;
}

export function createEndedSessions(pool: Pool, redis: Redis): EndedSessions {
  const known = new KnownSessions(pool);
  const published = new PublishedSessions(redis, known);
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<unknown> | undefined;

  /** Requests of one moment share a read: an instance asks its database once a second, however many it answers. */
  function beFresh(): Promise<unknown> | undefined {
    if (!reading && performance.now() - readAt < freshMs) return undefined;
    const begun = performance.now();
    const read = async () => {
      await known.read();
      readAt = begun;
    };
    reading ??= Promise.all([read(), published.follow()]).finally(() => {
      reading = undefined;
    });
    return reading;
  }

  return {
    async has(sessionId) {
      if (known.has(sessionId)) return true;
      await beFresh();
      // What was published before this request came has come too: it is read before the next turn.
      await nextTurn();
      return known.has(sessionId) || published.has(sessionId);
    },
    async end(tx, account, sessionIds) {
      const until = new Date(Date.now() + keptSeconds * 1000).toISOString();
      for (let first = 0; first < sessionIds.length; first += sessionsPerEvent) {
        const sessions = sessionIds.slice(first, first + sessionsPerEvent);
        await store.noteEnded(tx, sessions, until);
        await appendEvent(tx, 'SessionsEnded', account, { sessions, until });
        afterCommit(tx, () => published.publish(sessions));
      }
    },
  };
}

/** The ended sessions that this instance knows, by the table and by what Redis published. */
class KnownSessions {
  readonly #pool: Pool;
  /** With when each may be forgotten, in milliseconds since 1970. */
  readonly #until = new Map<string, number>();
  #from = store.beginning;
  #tidiedAt = performance.now();

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  has = (id: string) => this.#until.has(id);

  add = (id: string) => this.#until.set(id, Date.now() + keptSeconds * 1000);

  /** Reads what the table has more. */
  async read() {
    const { sessions, next } = await store.readEnded(this.#pool, this.#from);
    for (const { id, until } of sessions) this.#until.set(id, until);
    this.#from = next;
    if (performance.now() - this.#tidiedAt < tidyMs) return;
    for (const [id, until] of this.#until) if (until < Date.now()) this.#until.delete(id);
    this.#tidiedAt = performance.now();
  }
}

/** What Redis knows of ended sessions. */
class PublishedSessions {
  readonly #redis: Redis;
  readonly #known: KnownSessions;
  /** Sessions of which Redis would have published by now that they have ended. */
  readonly #goingOn = new LRUCache<string, true>({ max: mostGoingOn });
  #subscription: ReturnType<Redis['follow']> | undefined;
  /** Which of the times it is that what is published is heard; 0 while it is not. */
  #hearing = 0;
  #times = 0;

  constructor(redis: Redis, known: KnownSessions) {
    this.#redis = redis;
    this.#known = known;
  }

  /** Sees to it that whatever is published reaches this instance; else Redis is asked for each token. */
  async follow() {
    this.#subscription ??= this.#redis.follow(channel, {
      heard: (message) => {
        for (const id of message.split(' ')) this.#known.add(id);
      },
      interrupted: this.#interrupted,
    });
    if (!(await this.#subscription.isCurrent())) return this.#interrupted();
    if (this.#hearing > 0) return;
    this.#times += 1;
    this.#hearing = this.#times;
  }

  async has(sessionId: string): Promise<boolean> {
    if (this.#goingOn.has(sessionId)) return false;
    const since = this.#hearing;
    const answer = await this.#redis.ask((client) => client.exists(key(sessionId)));
    if (answer === 1) this.#known.add(sessionId);
    if (answer === 0 && since > 0 && since === this.#hearing) this.#goingOn.set(sessionId, true);
    // It may have been published meanwhile.
    return this.#known.has(sessionId);
  }

  async publish(sessionIds: readonly string[]) {
    for (const id of sessionIds) this.#known.add(id);
    await this.#redis.ask(async (client) => {
      const pipeline = client.pipeline();
      for (const id of sessionIds) pipeline.set(key(id), '1', 'EX', keptSeconds);
      pipeline.publish(channel, sessionIds.join(' '));
      await pipeline.exec();
    });
  }

  #interrupted = () => {
    this.#hearing = 0;
    this.#goingOn.clear();
  };
}

/** What `SessionsEnded` does in every service that checks tokens. */
export async function sessionsEnded({ sessions, until }: EventData<'SessionsEnded'>, tx: Tx): Promise<void> {
  await store.noteEnded(tx, sessions, until);
}
