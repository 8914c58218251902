import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorForm } from '@tma/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { inTrace } from '../tracing/index.ts';
import { errorBody, withCodeOfForm } from './form-errors.ts';
import { HttpError } from './http-error.ts';
import { toHttpError } from './to-http-error.ts';

/** Sets the headers of every answer, also of those given before the hooks have run. */
export const setCommonHeaders = (request: FastifyRequest, reply: FastifyReply) =>
  reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');

/** Answers with an error, whatever was thrown; only what is our own fault is logged as an error. */
export function sendError(thrown: unknown, request: FastifyRequest, reply: FastifyReply) {
  const form = request.routeOptions.config.errors ?? formOf(request.url);
  const error = withCodeOfForm(form, toHttpError(thrown));
  if (error.status >= 500) {
    inTrace(request, () => request.log.error({ err: error.details.cause ?? error }, error.message));
  }
  const version = request.headers['x-supabase-api-version'];
  const newForm = typeof version === 'string' && version >= '2024-01-01';
  if (form === 'gotrue') {
    reply.header('x-sb-error-code', error.code);
    if (newForm) reply.header('x-supabase-api-version', version);
  }
  // fastify closes the connection on a body it does not take, and with it the answer on its way through the gateway:
  // without that, Node reads the rest of the body and forgets it.
  reply.removeHeader('connection');
  return setCommonHeaders(request, reply)
    .code(error.status)
    .headers(error.details.headers ?? {})
    .type(form === 'problem' ? 'application/problem+json' : 'application/json')
    .send(JSON.stringify(errorBody(error, form, request.id, newForm)));
}

/** The form of errors under paths that no operation has. */
const formOf = (url: string): ErrorForm =>
  url.startsWith('/auth/v1') ? 'gotrue' : url.startsWith('/rest/v1') ? 'postgrest' : 'problem';

const unreadable: Record<string, [status: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long.'],
};

/** Answers on the bare socket what never became a request: no HTTP, too large a head, or one that takes too long. */
export function sendUnreadable(error: Error & { code?: string }, socket: Socket) {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
  const [status, message] = unreadable[error.code ?? ''] ?? [400, 'This is no HTTP.'];
  const id = randomUUID();
  const body = JSON.stringify(errorBody(new HttpError(status, 'invalid_request', message), 'problem', id, true));
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/problem+json; charset=utf-8\r\n` +
      `x-request-id: ${id}\r\nx-content-type-options: nosniff\r\nconnection: close\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
