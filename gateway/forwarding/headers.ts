import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';

/**
 * What a caller says to the gateway alone: headers of one connection (RFC 9110, 7.6.1), where those that `Connection` names
 * are gone already. `Expect: 100-continue` was answered here; services trust the caller's address from the gateway alone.
 */
const notForwarded =
  /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|http2-settings|expect|forwarded|x-forwarded-.*|x-real-ip)$/;

/**
 * The headers that a service gets.
 * @param headers a copy of the caller's, which is changed
 * @param more added to them, or instead of them
 */
export function requestHeaders(request: FastifyRequest, headers: IncomingHttpHeaders, more: IncomingHttpHeaders) {
  for (const name of Object.keys(headers)) if (notForwarded.test(name)) delete headers[name];
  headers['x-forwarded-for'] = request.ip;
  headers['x-request-id'] = request.id;
  return Object.assign(headers, more);
}

/** The headers that the caller gets: those of the service, but for its connection to us. */
export const responseHeaders = ({
  connection: _connection,
  'keep-alive': _keepAlive,
  ...headers
}: IncomingHttpHeaders) => ({
  ...headers,
  // The answer also depends on what CORS here reads.
  ...(headers.vary && { vary: `${headers.vary}, Origin` }),
});
