import { pagePolicy } from '@tma/contracts';
import type { App } from '@tma/kit/http/app';
import type { GatewayConfig } from './config.ts';

/** The headers of every answer where the portal is behind https, so that browsers use nothing else. */
export const secureHeaders = ({ PUBLIC_URL }: Pick<GatewayConfig, 'PUBLIC_URL'>): Record<string, string> =>
  PUBLIC_URL.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {};

/**
 * Adds security headers to every answer. A Content-Security-Policy or Referrer-Policy that a service set stays: where
 * the address has a link's token, no other page may learn it.
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
