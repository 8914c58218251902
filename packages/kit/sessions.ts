import { lifetimes } from '@tma/contracts';
import { LRUCache } from 'lru-cache';
import type { Redis } from './redis.ts';

const keptSeconds = lifetimes.endedSession;
const key = (sessionId: string) => `session:ended:${sessionId}`;

export interface EndedSessions {
  /** Whether a session has ended; false while Redis is away. */
  has(sessionId: string): Promise<boolean>;
  /**
   * Ends sessions in all services at once. Call it before the transaction that ends them commits, so that no crash comes
   * between. Refresh tokens are not its matter, but the auth service's.
   */
  add(sessionIds: readonly string[]): Promise<void>;
}

/** Sessions that ended before their tokens expire, in Redis. While it is away, a token's own expiry still holds. */
export function createEndedSessions(redis: Redis): EndedSessions {
  const seen = new LRUCache<string, true>({ max: 10_000 });
  return {
    async has(sessionId) {
      if (seen.has(sessionId)) return true;
      const ended = (await redis.ask((client) => client.exists(key(sessionId)))) === 1;
      if (ended) seen.set(sessionId, true);
      return ended;
    },
    async add(sessionIds) {
      for (const id of sessionIds) seen.set(id, true);
      await redis.ask(async (client) => {
        const pipeline = client.pipeline();
        for (const id of sessionIds) pipeline.set(key(id), '1', 'EX', keptSeconds);
        await pipeline.exec();
      });
    },
  };
}
