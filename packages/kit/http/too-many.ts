import { HttpError } from './http-error.ts';

/** How often something may happen, and what is answered once that is used up. */
export interface LimitRule {
  name: string;
  points: number;
  /** In which so many are allowed. */
  seconds: number;
  code: string;
  message: string;
}

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
