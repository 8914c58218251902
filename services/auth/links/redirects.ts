/** Where a link may lead: the portal itself, and what the operator allows. */
export interface RedirectRules {
  PUBLIC_URL: string;
  ALLOWED_REDIRECTS: readonly string[];
}

/**
 * The address to redirect to: the wanted one if it is allowed, else the sign-in page. An allowed address stands for
 * itself and everything below its path. The answer is as the URL standard reads it, so that no browser reads it otherwise.
 */
export function redirectTarget(wanted: string | null | undefined, rules: RedirectRules): URL {
  const fallback = new URL(`${rules.PUBLIC_URL}/signin`);
  if (!wanted || wanted.length > 2048 || !URL.canParse(wanted)) return fallback;
  const url = new URL(wanted);
  const plain = /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  const allowed = [new URL(rules.PUBLIC_URL).origin, ...rules.ALLOWED_REDIRECTS].map((base) => new URL(base));
  return plain && allowed.some((base) => isBelow(url, base)) ? url : fallback;
}

function isBelow(url: URL, base: URL): boolean {
  if (url.origin !== base.origin) return false;
  const folder = base.pathname.endsWith('/') ? base.pathname : `${base.pathname}/`;
  return url.pathname === base.pathname || url.pathname.startsWith(folder);
}

/** The address with an error in its fragment, as GoTrue tells a page. */
export function withError(target: URL, code: string, description: string): string {
  const url = new URL(target);
  url.hash = new URLSearchParams({
    error: 'access_denied',
    error_code: code,
    error_description: description,
  }).toString();
  return url.href;
}
