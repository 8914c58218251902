import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { roleHeader } from '@tma/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { inTrace } from '../tracing/index.ts';
import { formOfPath, inForm, writeError } from './error-forms.ts';
import { HttpError, toHttpError } from './http-error.ts';

/** Sets the headers that every answer has, also one that is sent before the hooks have run. */
export const setCommonHeaders = (request: FastifyRequest, reply: FastifyReply) =>
  reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');

/** What stays of an answer that an error replaces: what is not about its content. */
const isKept = (name: string) =>
  name === roleHeader || /^(access-control-.*|vary|connection|strict-transport-security)$/.test(name);

/** Answers with an error, whatever was thrown, which is never cached; only our own faults are logged as errors. */
export function sendError(thrown: unknown, request: FastifyRequest, reply: FastifyReply) {
  const [path = ''] = request.url.split('?');
  const form = request.routeOptions.config.errors ?? formOfPath(path);
  const error = inForm(form, toHttpError(thrown));
  if (error.status >= 500) {
    inTrace(request, () => request.log.error({ err: error.details.cause ?? error }, error.message));
  }
  const apiVersion = request.headers['x-supabase-api-version'];
  const { contentType, body, headers } = writeError(form, error, { requestId: request.id, path, apiVersion });
  for (const name of Object.keys(reply.getHeaders())) if (!isKept(name)) reply.removeHeader(name);
  // fastify closes the connection when it does not take a body, and the gateway would lose the answer with it:
  // without that header Node reads the rest of the body and drops it.
  if (isRefusedBody(thrown)) reply.removeHeader('connection');
  return setCommonHeaders(request, reply)
    .code(error.status)
    .headers({ 'cache-control': 'no-store', ...headers, ...error.details.headers })
    .type(contentType)
    .send(body);
}

const isRefusedBody = (thrown: unknown) => String((thrown as { code?: unknown }).code).startsWith('FST_ERR_CTP_');

const unreadable: Record<string, [status: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long.'],
};

/**
 * Answers on the bare socket where there is no request object: for bytes that are not HTTP, too large a head, or one
 * that takes too long.
 * @param headers beside the common ones
 */
export function sendUnreadable(
  { code = '' }: Error & { code?: string },
  socket: Socket,
  headers: Readonly<Record<string, string>>,
) {
  if (!socket.writable || code === 'ECONNRESET') return void socket.destroy();
  const [status, message] = unreadable[code] ?? [400, 'This is no HTTP.'];
  const id = randomUUID();
  const error = new HttpError(status, 'invalid_request', message);
  const { body } = writeError('problem', error, { requestId: id, path: '' });
  const more = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/problem+json; charset=utf-8\r\n` +
      `cache-control: no-store\r\n${more.join('')}x-request-id: ${id}\r\nx-content-type-options: nosniff\r\nconnection: close\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
