import { randomUUID } from 'node:crypto';
import { METHODS, type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorForm, limits, type Method } from '@tma/contracts';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { errorBody, HttpError, toHttpError } from './http-error.ts';
import { takeJsonOrNothing } from './json.ts';
import { inTrace, traceRequests } from './tracing/index.ts';
import { inWordsOf } from './wording.ts';

export type App = FastifyInstance;

const requestIdShape = /^[\w.-]{1,128}$/;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation's id and how its errors are written. */
    operation?: string;
    errors?: ErrorForm;
  }
}

type AppOptions = Pick<FastifyHttpOptions<Server>, 'trustProxy' | 'rewriteUrl' | 'http'>;

/** A fastify app as every process here has it: request ids, one log line per request, errors in their form, safe JSON. */
export function createApp(log: Logger, options: AppOptions = {}): App {
  const app: App = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: limits.jsonBody,
    ...options,
    requestTimeout: 120_000,
    connectionTimeout: 125_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 300 },
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && requestIdShape.test(given) ? given : randomUUID();
    },
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (error, request, reply) => {
      sendError(error, request, reply);
    },
  });
  takeJsonOrNothing(app);
  traceRequests(app);
  app.addHook('onRequest', async (request, reply) => {
    withCare(request, reply);
  });
  app.addHook('onResponse', async (request, reply) => {
    const operation = request.routeOptions.config.operation;
    const line = { operation, status: reply.statusCode, ms: Math.round(reply.elapsedTime) };
    if (operation) inTrace(request, () => request.log.info(line, 'answered'));
  });
  app.setErrorHandler(sendError);
  app.setNotFoundHandler((request, reply) =>
    sendError(new HttpError(404, 'not_found', 'There is nothing here.'), request, reply),
  );
  return app;
}

/** Headers of every answer, also of those given before the hooks have run. */
const withCare = (request: FastifyRequest, reply: FastifyReply) =>
  reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');

/** Answers a refusal; only what is our own fault is logged as an error. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const form = request.routeOptions.config.errors ?? formOf(request.url);
  const refusal = inWordsOf(form, toHttpError(error));
  if (refusal.status >= 500 && refusal.status !== 501) {
    request.log.error({ err: refusal.details.cause ?? refusal }, refusal.message);
  }
  const version = request.headers['x-supabase-api-version'];
  const newForm = typeof version === 'string' && version >= '2024-01-01';
  if (form === 'gotrue') {
    reply.header('x-sb-error-code', refusal.code);
    if (newForm) reply.header('x-supabase-api-version', version);
  }
  // fastify closes the connection on a body it does not take, and with it the answer on its way through the gateway:
  // without that, Node reads the rest of the body and forgets it.
  reply.removeHeader('connection');
  return withCare(request, reply)
    .code(refusal.status)
    .headers(refusal.details.headers ?? {})
    .type(form === 'problem' ? 'application/problem+json' : 'application/json')
    .send(JSON.stringify(errorBody(refusal, form, request.id, newForm)));
}

/** What is no HTTP, or has too large a head, is answered on the bare socket. */
function answerUnreadable(error: Error & { code?: string }, socket: Socket) {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const tooSlow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const status = tooLarge ? 431 : tooSlow ? 408 : 400;
  const message = tooLarge ? 'The headers are too large.' : tooSlow ? 'The request took too long.' : 'This is no HTTP.';
  const id = randomUUID();
  const refusal = new HttpError(status, 'invalid_request', message);
  const body = JSON.stringify(errorBody(refusal, 'problem', id, true));
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/problem+json; charset=utf-8\r\n` +
      `x-request-id: ${id}\r\nx-content-type-options: nosniff\r\nconnection: close\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

const formOf = (url: string): ErrorForm =>
  url.startsWith('/auth/v1') ? 'gotrue' : url.startsWith('/rest/v1') ? 'postgrest' : 'problem';

/** All that Node reads, but what CORS answers and what asks for a tunnel. */
const everyMethod = METHODS.filter((method) => method !== 'OPTIONS' && method !== 'CONNECT');

/** Answers 405 with `Allow` to the methods that a path does not know. `taken` maps fastify paths to their methods. */
export function refuseOtherMethods(app: App, taken: ReadonlyMap<string, ReadonlySet<Method>>) {
  for (const method of everyMethod) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  for (const [url, methods] of taken) {
    const known: readonly string[] = [...methods, ...(methods.has('GET') ? ['HEAD'] : [])].sort();
    const allow = known.join(', ');
    const others = everyMethod.filter((method) => !known.includes(method)) as Method[];
    app.route({
      method: others,
      url,
      exposeHeadRoute: false,
      onRequest: async () => {
        throw new HttpError(405, 'method_not_allowed', `Use ${allow}.`, { headers: { allow } });
      },
      handler: () => undefined,
    });
  }
}
