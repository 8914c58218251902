import type { RequestListener } from 'node:http';
import { Readable } from 'node:stream';
import { type App, HttpError } from '@tma/kit';
import type { FastifyReply } from 'fastify';
import { Bag } from './bag.ts';
import { Connections } from './connections.ts';
import { Exchange } from './exchange.ts';
import { Gathered } from './gathered.ts';
import { dropBody, refuseTinyPieces } from './parser.ts';
import { Places } from './places.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whose places a request takes: those of the service that answers it, or of uploads; the gateway's own without one. */
    places?: string;
  }
  interface FastifyRequest {
    exchange: Exchange;
  }
}

const kibibyte = 1024;

/**
 * Those who wait for a place: how many, for how long, and after how long the place of a caller who does not go on is theirs, or
 * of one who goes on slowly.
 */
const waiting = { waiting: 128, waitMs: 10_000, stallMs: 5000, holdMs: 30_000 };

/**
 * How much the gateway takes on at once. Sizes in bytes, times in milliseconds.
 * docs/decisions/026-the-gateway-has-a-budget.md says why so much.
 */
export const bounds = {
  connections: 1500,
  pipelined: { connection: 250, total: 500 },
  /** Headers of a request; with the proxies in front a browser sends some thirty. */
  headers: 100,
  /** Bodies that are gathered for services. */
  gathered: { total: 8 * 1024 * kibibyte, client: 6 * 1024 * kibibyte },
  /**
   * Those of more than 64 KB, of which the rest is not read before. The fewer lie here the better: where Node's memory is nearly used
   * up, it collects the whole heap for every few megabytes that come.
   */
  largeBodies: { total: 3, client: 2, ...waiting, waiting: 8 },
  /** Requests under way to one service, and how many of them one client may have. */
  places: { total: 192, client: 144, ...waiting },
  /** The same for uploads, each of which takes 270 KB, and as long as a slow line takes. */
  uploads: { total: 64, client: 48, ...waiting, holdMs: Number.POSITIVE_INFINITY },
  /** The same for large answers of all services together; of one that is not read 250 KB are here. */
  answers: { total: 160, client: 120, ...waiting },
  /** A larger answer, or one of unknown size, is a large one: the system takes a smaller one at once. */
  smallAnswer: 16 * kibibyte,
  /** Less than so much sent or read is no progress. */
  piece: 16 * kibibyte,
  /** A caller who makes no progress for so long is given up. */
  giveUpMs: 60_000,
  /** How often it is looked. */
  lookMs: 1000,
};
export type Bounds = typeof bounds;

/** The name of the places that uploads take. */
export const uploads = 'uploads';

/** Probes ask for these; their answers are small, and are needed most when there is no place left. */
const probe = /^\/health\//;

/** Where forwarding counts the bodies that it gathers. */
export interface Limits {
  gathered: Gathered;
  largeBodies: Places;
}

/**
 * Bounds what callers can make the gateway hold: connections, requests, bodies, answers that nobody reads. Before all other
 * hooks.
 */
export function addLimits(app: App, { places: ofService, uploads: ofUploads, ...given }: Bounds): Limits {
  const connections = new Connections(given);
  const gathered = new Gathered(given.gathered);
  const exchanges = new Bag<Exchange>();
  const largeBodies = new Places(given.largeBodies);
  const answers = new Places(given.answers);
  const places = new Map([[uploads, new Places(ofUploads)]]);
  const placesOf = (name = 'gateway') => {
    const found = places.get(name) ?? new Places(ofService);
    places.set(name, found);
    return found;
  };
  limitServer(app, connections, given);
  app.decorateRequest('exchange');

  app.addHook('onRequest', (request, reply, done) => {
    const exchange = new Exchange(request, reply);
    request.exchange = exchange;
    exchanges.add(exchange);
    const end = () => {
      exchange.isOver = true;
      exchanges.delete(exchange);
      gathered.release(exchange);
      largeBodies.release(exchange);
      placesOf(request.routeOptions.config.places).release(exchange);
      answers.release(exchange);
      if (!request.raw.complete) dropBody(request.raw);
    };
    // Also comes where the answer could be sent, behind `finish`.
    reply.raw.once('close', end);
    done();
  });

  app.addHook('preHandler', (request, reply, done) => {
    connections.serve(request.raw.socket);
    if (probe.test(request.url)) return done();
    const { exchange } = request;
    placesOf(request.routeOptions.config.places).take(exchange, (error) => {
      if (exchange.isGivenUp) return;
      if (error) connections.endLine(request, reply);
      gathered.serve(exchange);
      done(error);
    });
  });

  app.addHook('onSend', (request, reply, payload, done) => {
    if (sizeOf(payload) <= given.smallAnswer) return done(null, payload);
    answers.take(request.exchange, (error) => {
      if (error) {
        connections.endLine(request, reply);
        dropAnswer(reply, payload);
        return done(error);
      }
      request.exchange.isAnswering = true;
      done(null, payload);
    });
  });

  const looking = setInterval(() => {
    const now = Date.now();
    for (const exchange of exchanges) {
      if (exchange.look(now, given.piece) < given.giveUpMs) continue;
      exchange.giveUp(new HttpError(408, 'too_slow', 'The request took too long.'));
    }
    for (const each of [largeBodies, answers, ...places.values()]) each.settle(now);
  }, given.lookMs).unref();
  app.addHook('onClose', async () => clearInterval(looking));
  return { gathered, largeBodies };
}

/** Puts the limits of connections before everything that the app does. */
function limitServer({ server }: App, connections: Connections, most: Pick<Bounds, 'connections' | 'headers'>) {
  // A backlog of connections may be accepted before the first of those that end for them are gone.
  server.maxConnections = most.connections + 512;
  server.maxHeadersCount = most.headers;
  server.on('connection', (socket) => connections.open(socket));
  const [handle] = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request').on('request', (request, response) => {
    refuseTinyPieces(request);
    connections.begin(request, response, () => handle?.(request, response));
  });
  // Node's own answer, which it would give to thousands in a packet at once.
  server.on('checkExpectation', (request, response) => {
    refuseTinyPieces(request);
    response.once('close', () => {
      if (!request.complete) dropBody(request);
    });
    connections.begin(request, response, () => response.writeHead(417).end());
  });
}

/** Bytes of what is sent; of a stream nobody knows. */
function sizeOf(payload: unknown): number {
  if (typeof payload === 'string' || payload instanceof Uint8Array) return payload.length;
  return payload instanceof Readable ? Number.POSITIVE_INFINITY : 0;
}

/** Makes room for an error in place of an answer: of its headers only those of CORS stay. */
function dropAnswer(reply: FastifyReply, payload: unknown) {
  if (payload instanceof Readable) payload.destroy();
  for (const name of Object.keys(reply.getHeaders())) {
    if (!/^(access-control-.*|vary)$/.test(name)) reply.removeHeader(name);
  }
}
