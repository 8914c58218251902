import { lifetimes } from '@tma/contracts';
import { LRUCache } from 'lru-cache';
import type { Redis } from './redis.ts';

const key = (sessionId: string) => `session:seen:${sessionId}`;
/** How often an instance writes the time of a session that keeps calling, in ms: it is no more exact than this. */
const everyMs = 60_000;

/** When sessions of administrators, whose tokens are not renewed, last called any service. Only Redis knows. */
export interface SeenSessions {
  /** Notes, without waiting for it, that a session calls. */
  note(sessionId: string): void;
  /** When each of these last called, as far as it is known. */
  read(sessionIds: readonly string[]): Promise<Map<string, Date>>;
}

export function createSeenSessions(redis: Redis): SeenSessions {
  const noted = new LRUCache<string, true>({ max: 20_000, ttl: everyMs });
  return {
    note(id) {
      if (noted.has(id)) return;
      noted.set(id, true);
      void redis.ask((client) => client.set(key(id), Date.now(), 'EX', lifetimes.accessToken.admin));
    },
    async read(ids) {
      if (ids.length === 0) return new Map();
      const times = (await redis.ask((client) => client.mget(ids.map(key)))) ?? [];
      return new Map(
        ids.flatMap((id, index) => (Number(times[index]) > 0 ? [[id, new Date(Number(times[index]))]] : [])),
      );
    },
  };
}
