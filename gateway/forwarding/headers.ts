import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';

/**
 * Headers for the gateway alone: those of one connection (RFC 9110, 7.6.1), beside those that `Connection` names.
 * `Expect: 100-continue` was answered here; services believe only the gateway about the caller's address.
 */
const ofOneConnection = [
  ...['connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'http2-settings', 'expect'],
  ...['forwarded', 'x-real-ip'],
];
/** Headers that the gateway sets itself. The length of a buffered body is known anyway. */
const ours = ['host', 'content-length', 'x-request-id', 'traceparent'];
const notForwarded = new Set([...ofOneConnection, ...ours]);
const isForwarded = (name: string) =>
  !notForwarded.has(name) && !name.startsWith('x-forwarded-') && !name.startsWith('proxy-');

/**
 * The headers that a service gets: names and values in turn.
 * @param body of the request
 * @param more added to them
 */
export function requestHeaders(request: FastifyRequest, body: unknown, more: { traceparent?: string }) {
  const { headers } = request;
  const named = namesIn(headers.connection);
  const sent: string[] = [];
  const add = (name: string, value: string) => sent.push(name, value);
  for (const name in headers) {
    const value = headers[name];
    if (value === undefined || !isForwarded(name) || named.includes(name)) continue;
    if (typeof value === 'string') add(name, value);
    else for (const each of value) add(name, each);
  }
  const length = headers['content-length'];
  if (body instanceof Readable && length !== undefined && !named.includes('content-length')) {
    add('content-length', length);
  }
  add('x-forwarded-for', request.ip);
  add('x-request-id', request.id);
  if (more.traceparent !== undefined) add('traceparent', more.traceparent);
  return sent;
}

const namesIn = (connection = '') =>
  connection === '' || connection === 'keep-alive'
    ? []
    : connection
        .toLowerCase()
        .split(',')
        .map((name) => name.trim());

/** The headers that the caller gets: those of the service, except those of its connection to the gateway. */
export function responseHeaders({
  connection: _connection,
  'keep-alive': _keepAlive,
  'transfer-encoding': _transferEncoding,
  ...headers
}: IncomingHttpHeaders) {
  // The answer also depends on what CORS here reads.
  if (headers.vary) headers.vary = `${headers.vary}, Origin`;
  return headers;
}
