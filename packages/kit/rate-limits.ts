import { createHash } from 'node:crypto';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { HttpError } from './http/http-error.ts';
import type { Redis } from './redis.ts';

/**
 * How often something may happen, for each key, in a window that begins when it first happens. Counted in Redis; in
 * memory while Redis is down. IPs are counted by `networkOf`.
 */
export interface Limit<Key extends string[] = [string]> {
  /** Throws 429 when the limit is used up. */
  check(...key: Key): Promise<void>;
  /** Counts one; throws 429 when it is one too many. */
  count(...key: Key): Promise<void>;
  /** Counts one. @returns false when it is one too many */
  take(...key: Key): Promise<boolean>;
  /** Counts one in advance. Throws 429, and counts nothing, when it is one too many. @returns what takes it back */
  reserve(...key: Key): Promise<() => Promise<void>>;
}

/** How often something may happen, and what is answered once that is used up. */
interface LimitRule {
  name: string;
  /** How often. */
  points: number;
  /** The length of the window. */
  seconds: number;
  code: string;
  message: string;
}

export function createLimit<Key extends string[]>(redis: Redis, rule: LimitRule): Limit<Key> {
  const { consume, readUsedUp, takeBack } = countIn(redis, rule);
  return {
    async check(...key) {
      const state = await readUsedUp(redisKey(key));
      if (state && state.consumedPoints >= rule.points) throw tooMany(rule, state.msBeforeNext);
    },
    async count(...key) {
      const full = await consume(redisKey(key));
      if (full) throw tooMany(rule, full.msBeforeNext);
    },
    take: async (...key) => (await consume(redisKey(key))) === null,
    async reserve(...key) {
      const id = redisKey(key);
      const full = await consume(id);
      if (!full) return () => takeBack(id);
      await takeBack(id);
      throw tooMany(rule, full.msBeforeNext);
    },
  };
}

/** Makes limits with one key; `what` is the sentence that tells a refused caller what was too much. */
export const limitsOn =
  (redis: Redis) =>
  (name: string, points: number, seconds: number, what: string): Limit =>
    createLimit(redis, {
      ...{ name, points, seconds },
      code: 'over_request_rate_limit',
      message: `${what} Please try again later.`,
    });

function countIn(redis: Redis, { name, points, seconds }: LimitRule) {
  const plan = { keyPrefix: `limit:${redis.owner}:${name}`, points, duration: seconds };
  const memory = new RateLimiterMemory(plan);
  const limiter: RateLimiterAbstract = new RateLimiterRedis({
    ...plan,
    storeClient: redis.client,
    rejectIfRedisNotReady: true,
    insuranceLimiter: memory,
  });
  return {
    /** The limit's state when it is used up. Until then one plain read, pipelined with the others of the same turn. */
    async readUsedUp(id: string): Promise<RateLimiterRes | null> {
      try {
        const used = Number(await redis.client.get(limiter.getKey(id)));
        if (used < points) return null;
      } catch {
        return memory.get(id);
      }
      return limiter.get(id);
    },
    /** Counts one. @returns the state of the limit when it was one too many */
    async consume(id: string): Promise<RateLimiterRes | null> {
      try {
        await limiter.consume(id);
        return null;
      } catch (state) {
        if (state instanceof RateLimiterRes) return state;
        throw state;
      }
    },
    takeBack: async (id: string) => void (await limiter.reward(id)),
  };
}

/** Hashed, because Redis need not know e-mail addresses. */
const redisKey = (key: readonly string[]) => createHash('sha256').update(key.join('\n')).digest('base64url');

/**
 * 429 with `Retry-After` (RFC 9110) and the RateLimit headers of draft-ietf-httpapi-ratelimit-headers, old and new.
 * @param waitMs until one more is allowed
 */
export function tooMany({ name, points, seconds, code, message }: LimitRule, waitMs: number): HttpError {
  const wait = Math.max(1, Math.ceil(waitMs / 1000));
  return new HttpError(429, code, message, {
    headers: {
      'retry-after': String(wait),
      'ratelimit-limit': String(points),
      'ratelimit-remaining': '0',
      'ratelimit-reset': String(wait),
      ratelimit: `"${name}";r=0;t=${wait}`,
      'ratelimit-policy': `"${name}";q=${points};w=${seconds}`,
    },
  });
}
