import { createHash } from 'node:crypto';
import { HttpError, type Redis } from '@tma/kit';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { AuthConfig } from './config.ts';

const minute = 60;
const hour = 3600;

interface Rule {
  name: string;
  points: number;
  seconds: number;
  /** The code and message of its 429. */
  code: string;
  message: string;
}

/** How often something may happen in a window that begins with the first time. Counted in Redis; in memory while Redis is down. */
interface Limit {
  /** Throws 429 when the limit is used up. */
  check(...key: string[]): Promise<void>;
  /** Counts one; throws 429 when it is one too many. */
  count(...key: string[]): Promise<void>;
}

const requests = { code: 'over_request_rate_limit', message: 'Request rate limit reached' };
const mails = { code: 'over_email_send_rate_limit', message: 'Email rate limit exceeded' };

/** The limits that operators set (`RATE_LIMIT_*`). */
export function createLimits(redis: Redis, config: AuthConfig) {
  const limit = (rule: Rule) => createLimit(redis, rule);
  const { RATE_LIMIT_SIGNINS: signIns } = config;
  return {
    /** Failed sign-ins, by address and IP. */
    signIns: limit({ name: 'sign-ins', points: signIns, seconds: 15 * minute, ...requests }),
    /** Failed sign-ins, by IP, whatever the address. */
    signInsByIp: limit({ name: 'sign-ins-ip', points: signIns * 10, seconds: 15 * minute, ...requests }),
    /** Sign-ups, by IP. */
    signUps: limit({ name: 'sign-ups', points: config.RATE_LIMIT_SIGNUPS, seconds: hour, ...requests }),
    /** Mails, by the address they go to, whether or not there is an account. */
    mails: limit({ name: 'mails', points: config.RATE_LIMIT_MAILS, seconds: hour, ...mails }),
    /** Wrong secret keys, by IP. */
    secrets: limit({ name: 'secrets', points: config.RATE_LIMIT_SECRETS, seconds: hour, ...requests }),
    /** Invitations, by the resident's id. */
    invites: limit({ name: 'invites', points: config.RATE_LIMIT_INVITES, seconds: 24 * hour, ...requests }),
  };
}

export type Limits = ReturnType<typeof createLimits>;

function createLimit(redis: Redis, rule: Rule): Limit {
  const plan = { keyPrefix: `limit:${rule.name}`, points: rule.points, duration: rule.seconds };
  const limiter: RateLimiterAbstract = new RateLimiterRedis({
    ...plan,
    storeClient: redis.client,
    rejectIfRedisNotReady: true,
    insuranceLimiter: new RateLimiterMemory(plan),
  });
  return {
    async check(...key) {
      const state = await limiter.get(redisKey(key));
      if (state && state.consumedPoints >= rule.points) throw tooMany(rule, state);
    },
    async count(...key) {
      try {
        await limiter.consume(redisKey(key));
      } catch (state) {
        if (state instanceof RateLimiterRes) throw tooMany(rule, state);
        throw state;
      }
    },
  };
}

/** Hashed, because Redis need not know e-mail addresses. */
const redisKey = (key: readonly string[]) => createHash('sha256').update(key.join('\n')).digest('base64url');

/** 429 with `Retry-After` (RFC 9110) and the RateLimit headers of draft-ietf-httpapi-ratelimit-headers, old and new. */
function tooMany({ name, points, seconds, code, message }: Rule, { msBeforeNext }: RateLimiterRes): HttpError {
  const wait = Math.max(1, Math.ceil(msBeforeNext / 1000));
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
