import { HttpError, sendError, startCall, unavailable } from '@tma/kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import { Answer } from './answer.ts';
import { pass } from './bodies.ts';
import { requestHeaders } from './headers.ts';

/** How long a service may be silent, in milliseconds: one that hangs is not to hang its callers. Uploads take longer. */
const answerMs = 10_000;
export const uploadMs = 60_000;

/** A read whose connection broke is sent again after so many milliseconds, and so often. */
const retry = { ms: 50, times: 2 };

interface Options {
  /** What is cut from the front of the path. */
  prefix?: string;
  timeoutMs?: number | undefined;
}

/** Makes a handler that forwards a request as it is: path, query, headers, body. An upstream that is away is answered 503. */
export type Forward = (upstream: string, options?: Options) => (request: FastifyRequest, reply: FastifyReply) => void;

/** @param connections over which the requests go */
export function forwardOver(connections: Dispatcher): Forward {
  return (upstream, { prefix = '', timeoutMs = answerMs } = {}) => {
    const { origin, pathname } = new URL(upstream);
    const base = pathname === '/' ? '' : pathname;
    return (request, reply) => {
      const path = base + plainPath((request.raw.url ?? '/').slice(prefix.length));
      const call = startCall(`forward ${request.routeOptions.config.operation ?? 'a page'}`);
      const body = (request.body === request.raw ? pass(request.exchange, request.raw) : request.body) as Body;
      const plan: Dispatcher.DispatchOptions = {
        origin,
        path,
        method: request.method as Dispatcher.HttpMethod,
        headers: requestHeaders(request, body, call.headers),
        body,
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
      };
      let tries = 0;
      const send = () => connections.dispatch(plan, new Answer(request, reply, call, fail));
      function fail(error: Error) {
        // Else nobody waits for it any more, or was told why already: the service heard of that by this error.
        const isWanted = !request.exchange.isGivenUp && !request.exchange.isOver;
        if (isWanted && tries < retry.times && mayRetry(request, error)) {
          tries += 1;
          return void setTimeout(send, retry.ms);
        }
        call.end(error);
        if (isWanted) sendError(unavailable(error), request, reply);
      }
      send();
    };
  };
}

type Body = Exclude<Dispatcher.DispatchOptions['body'], undefined>;

/** A path whose every character stands for itself, and the query behind it. */
const plain = /^[\w\-./~!$&'()*+,;=:@]*(\?|$)/;

/**
 * The path and the query as they are sent on, written as the URL standard has it. Throws 400 for a path that leads upwards
 * once it is decoded: what is behind may decode it.
 */
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
const mayRetry = (request: FastifyRequest, error: Error) =>
  ['GET', 'HEAD'].includes(request.method) &&
  /ECONN|UND_ERR_SOCKET|EPIPE/.test((error as { code?: string }).code ?? '');
