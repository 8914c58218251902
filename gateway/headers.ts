import { pagePolicy } from '@tma/contracts';
import type { App } from '@tma/kit/http/app';
import type { GatewayConfig } from './config.ts';

/**
 * Adds security headers to every answer. A Content-Security-Policy that a service set itself stays, and so does what it said of referrers:
 * where a link's token is in the address, no other page is to learn it.
 */
export function addHeaders(app: App, config: GatewayConfig) {
  const secure = config.PUBLIC_URL.startsWith('https:');
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (!reply.hasHeader('referrer-policy')) reply.header('referrer-policy', 'strict-origin-when-cross-origin');
    if (secure) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    const isPage = String(reply.getHeader('content-type')).startsWith('text/html');
    if (isPage && !reply.hasHeader('content-security-policy')) reply.header('content-security-policy', pagePolicy());
    done(null, payload);
  });
}
