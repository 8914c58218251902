import type { IncomingHttpHeaders } from 'node:http';
import { sendError, startCall, unavailable } from '@tma/kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AnswerBody, pass, sendBody } from './bodies.ts';
import { requestHeaders, responseHeaders } from './headers.ts';

/** How long a service may be silent, in milliseconds: one that hangs is not to hang its callers. Uploads take longer. */
const answerMs = 10_000;
export const uploadMs = 60_000;

/**
 * A handler that forwards a request as it is: path, query, headers, body. An upstream that is away is answered 503.
 * @param prefix what is cut from the front of the path
 */
export function forward(upstream: string, { prefix = '', timeoutMs = answerMs } = {}) {
  return (request: FastifyRequest, reply: FastifyReply) => {
    const [path = '/'] = request.raw.url?.split('?') ?? [];
    const call = startCall(`forward ${request.routeOptions.config.operation ?? 'a page'}`);
    // The caller may go away before the answer comes.
    reply.raw.once('close', () => call.end());
    if (request.body === request.raw) request.body = pass(request.exchange, request.raw);
    return reply.from(upstream + path.slice(prefix.length), {
      rewriteRequestHeaders: (_request, headers) =>
        requestHeaders(request, headers as IncomingHttpHeaders, call.headers),
      timeout: timeoutMs,
      rewriteHeaders: responseHeaders,
      retryDelay: ({ err, attempt }) => (err && attempt < 2 && mayRetry(request, err) ? 50 : null),
      onResponse: (_request, answered, answer) => {
        call.end();
        // The connection stays open although the request's body is still coming: `bodies.ts` reads it to its end.
        answered.removeHeader('connection');
        sendBody(request, answered as FastifyReply, (answer as unknown as { stream: AnswerBody }).stream);
      },
      onError: (failed, { error }) => {
        call.end(error);
        // What was given up was answered then, and the service was told so by this error.
        if (request.exchange.isGivenUp) return;
        sendError(unavailable(error), request, failed as FastifyReply);
      },
    });
  };
}

/** A read whose connection broke, as when a service was just restarted, can be sent again without harm. */
const mayRetry = (request: FastifyRequest, error: Error) =>
  ['GET', 'HEAD'].includes(request.method) &&
  /ECONN|UND_ERR_SOCKET|EPIPE/.test((error as { code?: string }).code ?? '');
