import { pageUrl } from '@tma/contracts';
import type { HttpError } from '@tma/kit';
import type { Auth } from '../context.ts';

/**
 * The address to redirect to: the wanted one if it is allowed, else the sign-in page. The portal is allowed, and each of
 * `ALLOWED_REDIRECTS` with everything below its path. The result is normalized by the URL standard, so that no browser
 * can read it differently.
 */
export function redirectTarget(
  wanted: string | null | undefined,
  config: Pick<Auth['config'], 'PUBLIC_URL' | 'ALLOWED_REDIRECTS'>,
): URL {
  const fallback = new URL(pageUrl(config.PUBLIC_URL, 'signIn'));
  if (!wanted || wanted.length > 2048 || !URL.canParse(wanted)) return fallback;
  const url = new URL(wanted);
  const plain = /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  const allowed = [new URL(config.PUBLIC_URL).origin, ...config.ALLOWED_REDIRECTS].map((base) => new URL(base));
  return plain && allowed.some((base) => isBelow(url, base)) ? url : fallback;
}

function isBelow(url: URL, base: URL): boolean {
  if (url.origin !== base.origin) return false;
  const folder = base.pathname.endsWith('/') ? base.pathname : `${base.pathname}/`;
  return url.pathname === base.pathname || url.pathname.startsWith(folder);
}

/** The address with an error in its fragment, as GoTrue redirects (OAuth 2.0, RFC 6749, 4.2.2.1). */
export function withError(target: URL, { code, message }: Pick<HttpError, 'code' | 'message'>): string {
  const url = new URL(target);
  url.hash = new URLSearchParams({
    error: 'access_denied',
    error_code: code,
    error_description: message,
  }).toString();
  return url.href;
}
