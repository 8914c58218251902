import type { App } from '@tma/kit';
import type { GatewayConfig } from './config.ts';

/**
 * What a page may do: everything from here, nothing from elsewhere, in nobody's frame; no script that is not a file, and no
 * text that becomes one (Trusted Types: the shell's policy is the only one).
 */
const pagePolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "img-src 'self' data: blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types default',
].join('; ');

/** Headers that every answer carries, whoever gave it. A policy that a service set itself stays. */
export function addHeaders(app: App, config: GatewayConfig) {
  const secure = config.PUBLIC_URL.startsWith('https:');
  app.addHook('onSend', async (_request, reply) => {
    reply.header('referrer-policy', 'strict-origin-when-cross-origin');
    if (secure) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    const isPage = String(reply.getHeader('content-type')).startsWith('text/html');
    if (isPage && !reply.hasHeader('content-security-policy')) reply.header('content-security-policy', pagePolicy);
  });
}
