/** Bodies on their way to a service. */
import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { limits } from '@tma/contracts';
import { ignoreStreamErrors } from '@tma/kit';
import type { FastifyRequest } from 'fastify';
import type { Exchange } from '../limits/exchange.ts';
import type { Gathered } from '../limits/gathered.ts';

/** Takes a request's body, and calls `ready` with what is to be sent to the service when sending may begin. */
export type TakeBody = (
  request: FastifyRequest,
  body: IncomingMessage,
  ready: (body: Readable | Buffer) => void,
) => void;

/** Leaves a body where it is, until `pass` sends it as it comes. */
export const leaveBody: TakeBody = (_request, body, ready) => ready(body);

/** What a piece of a body takes beside its bytes; a piece may have one. */
const pieceBytes = 512;

/**
 * Sends a body once it is complete, so that a slow sender occupies none of the limited connections to a service.
 * One that is larger than any service reads is sent as it comes, for the service to refuse.
 */
export const gatherBody =
  (gathered: Gathered): TakeBody =>
  (request, body, ready) => {
    if (Number(request.headers['content-length']) > limits.jsonBody) return ready(body);
    refuseTinyPieces(body);
    const { exchange } = request;
    let pieces: Buffer[] = [];
    let bytes = 0;
    const stop = () => {
      body.off('data', take).off('end', end);
      pieces = [];
    };
    const take = (piece: Buffer) => {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes <= limits.jsonBody) return gathered.add(exchange, piece.length + pieceBytes);
      const first = Buffer.concat(pieces);
      stop();
      ready(pass(exchange, body, first));
    };
    const end = () => {
      const whole = Buffer.concat(pieces);
      stop();
      ready(whole);
    };
    exchange.abandon = () => {
      stop();
      body.resume();
    };
    body.on('data', take).on('end', end);
  };

/**
 * Sends a body as it comes. When the service answers before it has read all of it, as it does without a valid token, the
 * rest is read and dropped here: closing the connection would take the answer from the caller.
 * @param first what has come of it already
 */
export function pass(exchange: Exchange, body: IncomingMessage, first?: Buffer): PassThrough {
  const stream = ignoreStreamErrors(new PassThrough());
  exchange.abandon = (error) => stream.destroy(error);
  if (first) stream.write(first);
  stream.once('close', () => {
    body.unpipe(stream);
    body.resume();
  });
  body.once('close', () => {
    if (!body.complete) stream.destroy(new Error('the caller went away'));
  });
  body.pipe(stream);
  refuseTinyPieces(body);
  return stream;
}

/** How many pieces of a body may be tiny. */
const mostTinyPieces = 500;

/**
 * Ends the connection of a body in pieces of a few bytes. Every piece costs as much time as a large one, and a body of chunks
 * of one byte each has thousands in a packet. A slow line brings at least a packet at a time.
 */
function refuseTinyPieces(body: IncomingMessage) {
  let pieces = 0;
  let bytes = 0;
  const count = ({ length }: Buffer) => {
    pieces += 1;
    bytes += length;
    if (pieces <= mostTinyPieces + bytes / 64) return;
    // The rest of the packet is dropped by the body itself, piece by piece, at a tenth of the price.
    body.off('data', count).destroy();
  };
  body.on('data', count);
}
