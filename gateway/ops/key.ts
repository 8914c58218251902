import { createHash, createHmac, scryptSync, timingSafeEqual } from 'node:crypto';
import { HttpError } from '@tma/kit';
import { RateLimiterMemory } from 'rate-limiter-flexible';

/** How long the page stays open without the key being given again, in seconds. */
const openSeconds = 3600;

const digest = (text: string) => createHash('sha256').update(text).digest();
const equal = (one: string, other: string) => timingSafeEqual(digest(one), digest(other));

/**
 * Who may see the operator page: whoever gives the admin secret key, and for an hour the browser that gave it. Wrong keys are
 * counted here and not in Redis, which may be what is down.
 * @param points how many wrong keys an IP may give in an hour; then the right one is refused too
 */
export function createKeyCheck(secretKey: string, points: number) {
  const wrong = new RateLimiterMemory({ points, duration: 3600 });
  // A pass that leaks is not to make the key any easier to guess.
  const passKey = scryptSync(secretKey, 'operator page', 32);
  const sign = (until: string) => createHmac('sha256', passKey).update(until).digest('base64url');

  return {
    /** Throws 401 unless the key is right (compared in constant time), 429 after too many wrong ones. */
    async demand(given: string, ip: string): Promise<void> {
      const state = await wrong.get(ip);
      if (state && state.consumedPoints >= points) throw tooMany(state.msBeforeNext);
      if (equal(given, secretKey)) return;
      await wrong.penalty(ip);
      throw new HttpError(401, 'invalid_secret_key', 'Invalid Secret Key');
    },
    /** What the browser keeps: until when, and a signature that every gateway with this key can check. */
    pass(now = Date.now()): string {
      const until = String(Math.floor(now / 1000) + openSeconds);
      return `${until}.${sign(until)}`;
    },
    isPass(text: string, now = Date.now()): boolean {
      const [until = '', signature = ''] = text.split('.');
      return equal(signature, sign(until)) && Number(until) * 1000 > now;
    },
    openSeconds,
  };
}

export type KeyCheck = ReturnType<typeof createKeyCheck>;

const tooMany = (ms: number) =>
  new HttpError(429, 'over_request_rate_limit', 'Request rate limit reached', {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(ms / 1000))) },
  });
