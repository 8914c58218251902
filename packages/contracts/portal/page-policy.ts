/**
 * The Content-Security-Policy of a page (https://www.w3.org/TR/CSP3): everything from the page's own origin, no framing, no
 * inline scripts, and no text evaluated as script (Trusted Types: the shell's policy is the only one).
 * @param style hash of the one inline style sheet: `sha256-…`
 */
export const pagePolicy = (style?: string) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self'${style ? ` '${style}'` : ''}`,
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
