/**
 * The Content-Security-Policy of a page: everything from here, nothing from elsewhere, in nobody's frame; no script that is
 * not a file, and no text that becomes one (Trusted Types: the shell's policy is the only one).
 * @param style hash of the one style sheet that stands in the page itself: `sha256-…`
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
