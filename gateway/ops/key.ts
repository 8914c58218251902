import { createHmac, scryptSync } from 'node:crypto';
import { lifetimes } from '@tma/contracts';
import { HttpError, isSameSecret, networkOf } from '@tma/kit';
import type { FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/**
 * Checks who may see the operator page: whoever gives the admin secret key, and the browser that gave it, for
 * `lifetimes.operatorPage` or until there is another key. Wrong keys are counted here and not in Redis, which may be what is down.
 * @param secretKey the key as it is now
 * @param limit how many wrong keys an IP may give in an hour; then the right one is refused too
 */
export function createKeyCheck(secretKey: () => string, limit: number) {
  const wrong = new RateLimiterMemory({ points: limit, duration: 3600 });
  let derived: { from: string; passKey: Buffer } | undefined;

  /** Derived slowly, so that a pass that leaks does not make the key any easier to guess; once for each key. */
  function passKey(): Buffer {
    const from = secretKey();
    if (derived?.from !== from) derived = { from, passKey: scryptSync(from, 'operator page', 32) };
    return derived.passKey;
  }
  const sign = (until: string) => createHmac('sha256', passKey()).update(until).digest('base64url');

  /** What the browser keeps: until when, in seconds since 1970, and a signature that every gateway with this key can check. */
  function pass(now = Date.now()): string {
    const until = String(Math.floor(now / 1000) + lifetimes.operatorPage);
    return `${until}.${sign(until)}`;
  }

  function isPass(text: string, now = Date.now()): boolean {
    const [until = '', signature = ''] = text.split('.');
    return isSameSecret(signature, sign(until)) && Number(until) * 1000 > now;
  }

  /**
   * Null when the key is right (compared in constant time), else a 401, or a 429 after too many wrong ones. A key counts as
   * wrong until it is known to be right, so that no more can be tried at the same time either.
   */
  async function checkKey(given: string, ip: string): Promise<HttpError | null> {
    const expected = secretKey();
    const from = networkOf(ip);
    try {
      await wrong.consume(from);
    } catch (state) {
      if (!(state instanceof RateLimiterRes)) throw state;
      return tooMany(state.msBeforeNext);
    }
    if (!isSameSecret(given, expected)) return new HttpError(401, 'invalid_secret_key', 'Invalid Secret Key');
    await wrong.reward(from);
    return null;
  }

  /** The same for a request: a browser sends its pass in a cookie, a program the key, as `Bearer` or `Basic` password. */
  async function checkRequest({ headers, ip }: FastifyRequest): Promise<HttpError | null> {
    const given = /(?:^|;\s*)ops=([^;]+)/.exec(headers.cookie ?? '')?.[1];
    if (given && isPass(given)) return null;
    const key = keyIn(headers.authorization);
    return key === null ? new HttpError(401, 'no_secret_key', '') : checkKey(key, ip);
  }

  return { pass, isPass, checkKey, checkRequest };
}

function keyIn(authorization = ''): string | null {
  const [, scheme, text = ''] = /^(Bearer|Basic) (.+)$/i.exec(authorization) ?? [];
  if (!scheme) return null;
  if (scheme.toLowerCase() === 'bearer') return text;
  return Buffer.from(text, 'base64')
    .toString()
    .replace(/^[^:]*:/, '');
}

const tooMany = (ms: number) =>
  new HttpError(429, 'over_request_rate_limit', 'Request rate limit reached', {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(ms / 1000))) },
  });
