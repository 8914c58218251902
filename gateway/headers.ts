import { pagePolicy } from '@tma/contracts';
import type { App } from '@tma/kit/http/app';
import type { GatewayConfig } from './config.ts';

/** What every answer says where the portal is behind https, so that browsers ask for it by nothing else. */
export const secureHeaders = ({ PUBLIC_URL }: Pick<GatewayConfig, 'PUBLIC_URL'>): Record<string, string> =>
  PUBLIC_URL.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {};

/**
 * Adds security headers to every answer. A Content-Security-Policy that a service set itself stays, and so does what it said of referrers:
 * where a link's token is in the address, no other page is to learn it.
 */
export function addHeaders(app: App, config: GatewayConfig) {
  const secure = secureHeaders(config);
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (!reply.hasHeader('referrer-policy')) reply.header('referrer-policy', 'strict-origin-when-cross-origin');
    reply.headers(secure);
    const isPage = String(reply.getHeader('content-type')).startsWith('text/html');
    if (isPage && !reply.hasHeader('content-security-policy')) reply.header('content-security-policy', pagePolicy());
    done(null, payload);
  });
}
