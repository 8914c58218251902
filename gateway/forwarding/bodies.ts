/** How bodies are sent to a service. */
import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { limits } from '@tma/contracts';
import { ignoreStreamErrors } from '@tma/kit/streams';
import type { FastifyRequest } from 'fastify';
import type { ConcurrencyLimiter } from '../limits/concurrency-limiter.ts';
import type { Exchange } from '../limits/exchange.ts';

type Ready = (error: Error | null, body?: Readable | Buffer) => void;

/** Takes a request's body, and calls `ready` with what is to be sent to the service when sending may begin. */
export type TakeBody = (request: FastifyRequest, body: IncomingMessage, ready: Ready) => void;

/** Leaves a body unread, until `pass` streams it to the service. */
export const leaveBody: TakeBody = (_request, body, ready) => ready(null, body);

/** No body of the portal's own pages is larger than this, in bytes. */
const smallBytes = 64 * 1024;

/**
 * Sends a body once it is complete, so that a slow sender occupies none of the limited connections to a service. A body of
 * unknown length, which no browser sends, and one that is larger than any service accepts are streamed.
 */
export const gatherBody =
  (largeBodies: ConcurrencyLimiter): TakeBody =>
  ({ headers, exchange }, body, ready) => {
    const length = Number(headers['content-length']);
    if (!(length <= limits.jsonBody)) return ready(null, body);
    const gather = () => gatherAll(exchange, body, length, ready);
    if (length <= smallBytes) return gather();
    largeBodies.acquire(exchange, (error) => {
      if (error) exchange.giveUp(error);
      else gather();
    });
  };

function gatherAll(exchange: Exchange, body: IncomingMessage, length: number, ready: Ready) {
  const whole = Buffer.allocUnsafe(length);
  let bytes = 0;
  const take = (piece: Buffer) => {
    bytes += piece.copy(whole, bytes);
  };
  const end = () => ready(null, whole);
  exchange.abandon = () => body.off('data', take).off('end', end).resume();
  body.on('data', take).on('end', end);
}

/**
 * Streams a body. When the service answers before it has read all of it, as it does without a valid token, the
 * rest is read and dropped here: if the connection closed, the caller would lose the answer.
 */
export function pass(exchange: Exchange, body: IncomingMessage): PassThrough {
  const stream = ignoreStreamErrors(new PassThrough());
  exchange.abandon = (error) => stream.destroy(error);
  stream.once('close', () => {
    body.unpipe(stream);
    body.resume();
  });
  body.once('close', () => {
    if (!body.complete) stream.destroy(new Error('the caller went away'));
  });
  refuseTinyPieces(body);
  return body.pipe(stream);
}

/** How many pieces of a body may be tiny. */
const mostTinyPieces = 500;

/** Ends the connection of a body in tiny pieces: each costs as much as a large one. A slow line brings whole packets. */
function refuseTinyPieces(body: IncomingMessage) {
  let pieces = 0;
  let bytes = 0;
  body.on('data', (piece: Buffer) => {
    pieces += 1;
    bytes += piece.length;
    if (pieces > mostTinyPieces + bytes / 64) body.destroy();
  });
}
