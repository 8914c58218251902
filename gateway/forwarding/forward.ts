import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { HttpError, unavailable } from '@tma/kit/http/http-error';
import { ignoreStreamErrors } from '@tma/kit/streams';
import { inSpan, traceHeaders } from '@tma/kit/tracing/index';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import { pass } from './bodies.ts';
import { requestHeaders, responseHeaders } from './headers.ts';

/** How long a service may be silent, in milliseconds, so that callers do not hang with it. Uploads take longer. */
const answerMs = 10_000;
export const uploadMs = 60_000;

/** When a read whose connection broke is sent again (milliseconds), and how often. */
const retry = { ms: 50, times: 2 };

/** An answer of so many bytes at most is read whole before it is passed on: if it breaks off, it is asked for again, or 503. */
const smallBytes = 64 * 1024;

interface Options {
  /** What is removed from the beginning of the path. */
  prefix?: string;
  timeoutMs?: number | undefined;
}

/** Makes a handler that forwards a request as it is: path, query, headers, body. An upstream that is away is answered 503. */
export type Forward = (
  upstream: string,
  options?: Options,
) => (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** @param connections over which the requests go */
export function forwardOver(connections: Dispatcher): Forward {
  return (upstream, { prefix = '', timeoutMs = answerMs } = {}) => {
    const { origin, pathname } = new URL(upstream);
    const base = pathname === '/' ? '' : pathname;
    return async (request, reply) => {
      const path = base + plainPath((request.raw.url ?? '/').slice(prefix.length));
      const { exchange } = request;
      const body = (request.body === request.raw ? pass(exchange, request.raw) : request.body) as Body;
      const name = `forward ${request.routeOptions.config.operation ?? 'a page'}`;
      try {
        const asking = inSpan({ name, kind: 'client' }, () => {
          const method = request.method as Dispatcher.HttpMethod;
          const headers = requestHeaders(request, body, traceHeaders());
          const asked = { origin, path, method, headers, body, headersTimeout: timeoutMs, bodyTimeout: timeoutMs };
          return ask(connections, asked, request);
        });
        exchange.atService = asking;
        const answer = await asking;
        if (!exchange.isWanted) return void answer.stream?.destroy();
        request.isAnsweredElsewhere = true;
        reply.code(answer.status).headers(responseHeaders(answer.headers));
        return reply.send(answer.stream ?? answer.whole);
      } catch (error) {
        // Otherwise the caller is gone or was answered already, and this error is how the request to the service was
        // ended.
        if (exchange.isWanted) throw unavailable(error);
        return undefined;
      }
    };
  };
}

type Body = Exclude<Dispatcher.DispatchOptions['body'], undefined>;

interface Answer {
  status: number;
  headers: Dispatcher.ResponseData['headers'];
  /** The body: complete, or as a stream; neither where there is none. */
  whole?: Uint8Array;
  stream?: Readable;
}

/** Sends a request to a service, again if that does no harm and the caller still waits. */
async function ask(
  connections: Dispatcher,
  asked: Dispatcher.RequestOptions,
  request: FastifyRequest,
): Promise<Answer> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await askOnce(connections, asked);
    } catch (error) {
      if (!request.exchange.isWanted || tries === retry.times || !mayRetry(asked.method, error)) throw error;
      await wait(retry.ms);
    }
  }
}

async function askOnce(connections: Dispatcher, asked: Dispatcher.RequestOptions): Promise<Answer> {
  const { statusCode: status, headers, body } = await connections.request(asked);
  ignoreStreamErrors(body);
  // An empty stream: without any body fastify would state that a HEAD's answer is empty.
  if (asked.method === 'HEAD') return { status, headers, stream: body };
  if (status === 204 || status === 304) {
    await body.dump();
    return { status, headers };
  }
  if (Number(headers['content-length']) <= smallBytes) return { status, headers, whole: await body.bytes() };
  return { status, headers, stream: body };
}

/** A path in which no character is encoded or needs to be, before the query. */
const plain = /^[\w\-./~!$&'()*+,;=:@]*(\?|$)/;

/** Path and query, normalised by the URL standard. Throws 400 where the path leads upwards once a service decodes it. */
function plainPath(url: string): string {
  if (plain.test(url) && !url.includes('..')) return url;
  const [path = '', ...query] = url.split(/(?=\?)/);
  const decoded = decodeURIComponent(path);
  if (decoded.includes('/..') || decoded.includes('../')) {
    throw new HttpError(400, 'invalid_request', 'The request cannot be read.');
  }
  return new URL(`http://host${path}`).pathname + query.join('');
}

/** A read whose connection broke, as when a service was just restarted, can be sent again without harm. */
const mayRetry = (method: string, error: unknown) =>
  ['GET', 'HEAD'].includes(method) && /ECONN|UND_ERR_SOCKET|EPIPE/.test((error as { code?: string }).code ?? '');
