import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { type ErrorForm, limits } from '@tma/contracts';
import Fastify, { type FastifyBaseLogger, type FastifyHttpOptions, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import { inTrace, traceRequests } from '../tracing/index.ts';
import { boundHeldAnswers } from './held-answers.ts';
import { HttpError } from './http-error.ts';
import { parseJsonBodies } from './json.ts';
import { sendError, sendUnreadable, setCommonHeaders } from './send-error.ts';

export type App = FastifyInstance;

/** An `x-request-id` of the caller that is accepted as it is. */
const requestIdShape = /^[\w.-]{1,128}$/;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation's id. A route without one is not an operation: it is not logged or counted and has no span. */
    operation?: string;
    /** How the route's errors are written; by its path when absent. */
    errors?: ErrorForm;
  }
  interface FastifyRequest {
    /** Whether another process answers, and logs the request. */
    isAnsweredElsewhere: boolean;
  }
}

interface AppOptions extends Pick<FastifyHttpOptions<Server>, 'trustProxy' | 'rewriteUrl' | 'serverFactory'> {
  /** Headers of answers that no hook sees: to requests that cannot be parsed, or whose path cannot. */
  headersOfUnreadable?: Readonly<Record<string, string>>;
}

/** How long a server waits for its callers, in milliseconds. */
export const serverTimes = { requestTimeout: 900_000, connectionTimeout: 125_000, keepAliveTimeout: 72_000 };

/**
 * A fastify app with what every process here needs: request ids, a trace and one log line per operation, errors in
 * their form, safe JSON. Times are in milliseconds. Log lines get the request's id from the trace: creating a logger
 * for each request would cost as much as writing a line.
 */
export function createApp(log: Logger, { headersOfUnreadable: headers = {}, ...options }: AppOptions = {}): App {
  const app: App = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (logger) => logger,
    bodyLimit: limits.jsonBody,
    ...options,
    ...serverTimes,
    forceCloseConnections: 'idle',
    // A request on a connection that is still open while the app closes: fastify would answer 503 in a form of its own.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 300 },
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && requestIdShape.test(given) ? given : randomUUID();
    },
    clientErrorHandler: (error, socket) => sendUnreadable(error, socket, headers),
    frameworkErrors: (error, request, reply) => {
      sendError(error, request, reply.headers(headers));
    },
  });
  parseJsonBodies(app);
  traceRequests(app);
  app.decorateRequest('isAnsweredElsewhere', false);
  app.addHook('onRequest', (request, reply, done) => {
    setCommonHeaders(request, reply);
    done();
  });
  boundHeldAnswers(app);
  logAnswers(app, log);
  app.setErrorHandler(sendError);
  app.setNotFoundHandler((request, reply) =>
    sendError(new HttpError(404, 'not_found', 'There is nothing here.'), request, reply),
  );
  return app;
}

function logAnswers(app: App, log: Logger) {
  // These lines have only numbers and names: nothing needs redaction, which would cost twice as much as the line.
  const answers = log.child({}, { redact: [] });
  app.addHook('onResponse', (request, reply, done) => {
    const { operation } = request.routeOptions.config;
    if (operation && !request.isAnsweredElsewhere) {
      const line = { operation, status: reply.statusCode, ms: Math.round(reply.elapsedTime) };
      inTrace(request, () => answers.info(line, 'answered'));
    }
    done();
  });
}
