import fresh from 'fresh';

/**
 * Whether `If-None-Match` names the ETag, so that the answer is 304: by weak comparison, `*` names any (RFC 9110, 13.1.2).
 * The request's `cache-control` does not count: fetch sends `no-cache` with every `If-None-Match` that a program sets.
 */
export const isNotModified = (ifNoneMatch: string | undefined, etag: string): boolean =>
  fresh({ 'if-none-match': ifNoneMatch?.trim() }, { etag });
