import { randomUUID } from 'node:crypto';
import { type ErrorForm, limits, type Method } from '@tma/contracts';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { Refusal, toRefusal, writeRefusal } from './refusal.ts';

export type App = FastifyInstance;

const requestIdShape = /^[\w.-]{1,128}$/;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation's id and how its errors are written. */
    operation?: string;
    errors?: ErrorForm;
  }
}

/** A fastify app as every process here has it: request ids, one log line per request, errors in their form, safe JSON. */
export function createApp(log: Logger, options: { trustProxy?: boolean | string[] } = {}): App {
  const app: App = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: limits.jsonBody,
    trustProxy: options.trustProxy ?? false,
    requestTimeout: 120_000,
    connectionTimeout: 125_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 300 },
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && requestIdShape.test(given) ? given : randomUUID();
    },
    frameworkErrors: (error, request, reply) => {
      sendRefusal(error, request, reply);
    },
  });
  takeJsonOrNothing(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
  });
  app.addHook('onResponse', async (request, reply) => {
    const operation = request.routeOptions.config.operation;
    if (operation) {
      request.log.info({ operation, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered');
    }
  });
  app.setErrorHandler(sendRefusal);
  app.setNotFoundHandler((request, reply) =>
    sendRefusal(new Refusal(404, 'not_found', 'There is nothing here.'), request, reply),
  );
  return app;
}

/** A call without a body is a call without a body, whatever its content type says; `__proto__` keys are refused. */
function takeJsonOrNothing(app: App) {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parse(request, body as string, done);
  });
}

/** Answers a refusal; only what is our own fault is logged as an error. */
export function sendRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = toRefusal(error);
  if (refusal.status >= 500 && refusal.status !== 501) {
    request.log.error({ err: refusal.details.cause ?? refusal }, refusal.message);
  }
  const form = request.routeOptions.config.errors ?? formOf(request.url);
  const version = request.headers['x-supabase-api-version'];
  const newForm = typeof version === 'string' && version >= '2024-01-01';
  if (form === 'gotrue') {
    reply.header('x-sb-error-code', refusal.code);
    if (newForm) reply.header('x-supabase-api-version', version);
  }
  return reply
    .code(refusal.status)
    .headers(refusal.details.headers ?? {})
    .type(form === 'problem' ? 'application/problem+json' : 'application/json')
    .send(JSON.stringify(writeRefusal(refusal, form, request.id, newForm)));
}

const formOf = (url: string): ErrorForm =>
  url.startsWith('/auth/v1') ? 'gotrue' : url.startsWith('/rest/v1') ? 'postgrest' : 'problem';

const everyMethod: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Answers 405 with `Allow` to the methods that a path does not know. `taken` maps fastify paths to their methods. */
export function refuseOtherMethods(app: App, taken: ReadonlyMap<string, ReadonlySet<Method>>) {
  for (const [url, methods] of taken) {
    const allow = [...methods, ...(methods.has('GET') ? ['HEAD'] : [])].sort().join(', ');
    const others = everyMethod.filter((method) => !methods.has(method));
    if (others.length === 0) continue;
    app.route({
      method: others,
      url,
      exposeHeadRoute: false,
      onRequest: async () => {
        throw new Refusal(405, 'method_not_allowed', `Use ${allow}.`, { headers: { allow } });
      },
      handler: () => undefined,
    });
  }
}
