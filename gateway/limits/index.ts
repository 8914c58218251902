import { createServer, type RequestListener } from 'node:http';
import { Readable } from 'node:stream';
import { type App, serverTimes } from '@tma/kit/http/app';
import { tooSlow } from '@tma/kit/http/http-error';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';
import type { Connections } from './connections.ts';
import { Exchange } from './exchange.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The limiter that counts a request: its service's, or that of uploads; by default the gateway's own. */
    limiter?: string;
  }
  interface FastifyRequest {
    exchange: Exchange;
  }
}

const kibibyte = 1024;

/** How many requests wait and how long; after how long exchanges without progress, or slow ones, make way for them. */
const waiting = { waiting: 128, waitMs: 10_000, stallMs: 5000, holdMs: 30_000 };

/** How much the gateway handles at once, in bytes and milliseconds: docs/decisions/026-the-gateway-limits-what-callers-hold.md */
export const bounds = {
  connections: 1500,
  pipelined: { connection: 250, total: 500 },
  /** Headers of a request; with the proxies in front a browser sends some thirty. */
  headers: 100,
  /** Bodies of more than 64 KB that are buffered for a service; further ones are not read meanwhile. */
  largeBodies: { total: 3, client: 2, ...waiting, waiting: 8 },
  /** Requests under way to one service until it has answered, and how many of them one client may have. */
  perService: { total: 192, client: 144, ...waiting },
  /** The same for uploads: each takes 270 KB here, for as long as a slow line needs. */
  uploads: { total: 64, client: 48, ...waiting, holdMs: Number.POSITIVE_INFINITY },
  /** The same for large answers of all services together: one that is not read takes 250 KB here. */
  answers: { total: 160, client: 120, ...waiting },
  /** A larger answer, or one of unknown size, counts as large: the operating system takes a smaller one at once. */
  smallAnswer: 16 * kibibyte,
  /** How much must be sent or read between two looks to count as progress. */
  piece: 16 * kibibyte,
  /** After how long without progress an exchange is ended. */
  giveUpMs: 60_000,
  /** How often progress is checked. */
  lookMs: 1000,
};
export type Bounds = typeof bounds;

/** The name of the limiter of uploads. */
export const uploads = 'uploads';

/** The paths of health probes: their answers are small, and are needed most under overload. */
const probe = /^\/health\//;

/** Milliseconds in which a request's head has to arrive; how many hosts it names, `refuseAmbiguousRequests` checks. */
const heads = { requireHostHeader: false, headersTimeout: 15_000, connectionsCheckingInterval: 5000 };

/** Node's server with bounded connections: it handles one request at a time from each. */
export function createBoundedServer(connections: Connections, most: Bounds, handle: RequestListener) {
  const { connectionTimeout, ...times } = serverTimes;
  const begin: RequestListener = (request, response) =>
    connections.begin(request, response, () => handle(request, response));
  const server = createServer({ ...heads, ...times }, begin);
  // Any `Expect` but 100-continue, to which Node by itself answers 417 without our headers (RFC 9110, 10.1.1).
  server.on('checkExpectation', begin);
  server.setTimeout(connectionTimeout);
  // New connections may be accepted before those that are ended for them are gone.
  server.maxConnections = most.connections + 512;
  server.maxHeadersCount = most.headers;
  return server.on('connection', (socket) => connections.open(socket));
}

/**
 * Bounds what callers can make the gateway hold: requests, bodies, answers that nobody reads. Its hooks run before all
 * others.
 * @returns the limiter of large bodies, for the code that buffers them
 */
export function addLimits(app: App, most: Bounds, connections: Connections): ConcurrencyLimiter {
  const limiters = createLimiters(most);
  addExchanges(app, most, limiters);

  app.addHook('preHandler', (request, reply, done) => {
    connections.serve(request.raw.socket);
    if (probe.test(request.url)) return done();
    const { exchange } = request;
    limiters.ofService(request.routeOptions.config.limiter).acquire(exchange, (error) => {
      if (!exchange.isWanted) return;
      if (error) connections.refuseWaiting(request, reply);
      done(error);
    });
  });

  app.addHook('onSend', (request, reply, payload, done) => {
    if (sizeOf(payload) <= most.smallAnswer) return done(null, payload);
    const { exchange } = request;
    // One that waits is read by nobody yet: if its caller goes away, it would stay open at the service.
    reply.raw.once('close', () => {
      if (!exchange.isAnswering && payload instanceof Readable) payload.destroy();
    });
    limiters.answers.acquire(exchange, (error) => {
      if (exchange.isGivenUp) return;
      if (error) {
        connections.refuseWaiting(request, reply);
        if (payload instanceof Readable) payload.destroy();
        return done(error);
      }
      exchange.isAnswering = true;
      done(null, payload);
    });
  });
  return limiters.largeBodies;
}

type Limiters = ReturnType<typeof createLimiters>;

/** Begins an exchange with each request, checks that callers make progress, and ends it with the answer. */
function addExchanges(app: App, { piece, giveUpMs, lookMs }: Bounds, limiters: Limiters) {
  const exchanges = new Set<Exchange>();
  app.decorateRequest('exchange');
  app.addHook('onRequest', (request, reply, done) => {
    const exchange = new Exchange(request, reply);
    request.exchange = exchange;
    exchanges.add(exchange);
    // `close` also comes after `finish`, when the answer was sent.
    reply.raw.once('close', () => {
      exchange.isOver = true;
      exchanges.delete(exchange);
      const leave = () => {
        for (const limiter of limiters.of(request.routeOptions.config.limiter)) limiter.release(exchange);
      };
      // Otherwise callers who go away at once could have any number of requests at a service.
      if (exchange.atService) exchange.atService.then(leave, leave);
      else leave();
      // The next request on the connection comes after the rest of the body.
      if (!request.raw.complete) request.raw.resume();
    });
    done();
  });
  const looking = setInterval(() => {
    const now = performance.now();
    for (const exchange of exchanges) {
      if (exchange.look(now, piece) >= giveUpMs) exchange.giveUp(tooSlow());
    }
    for (const limiter of limiters.all()) limiter.settle(now);
  }, lookMs).unref();
  app.addHook('onClose', async () => clearInterval(looking));
}

function createLimiters(most: Bounds) {
  const largeBodies = new ConcurrencyLimiter(most.largeBodies);
  const answers = new ConcurrencyLimiter(most.answers);
  const services = new Map([[uploads, new ConcurrencyLimiter(most.uploads)]]);
  const ofService = (name = 'gateway') => {
    const found = services.get(name) ?? new ConcurrencyLimiter(most.perService);
    services.set(name, found);
    return found;
  };
  return {
    largeBodies,
    answers,
    ofService,
    of: (name?: string) => [largeBodies, answers, ofService(name)],
    all: () => [largeBodies, answers, ...services.values()],
  };
}

/** The size of an answer in bytes; infinite for a stream. */
function sizeOf(payload: unknown): number {
  if (typeof payload === 'string' || payload instanceof Uint8Array) return payload.length;
  return payload instanceof Readable ? Number.POSITIVE_INFINITY : 0;
}
