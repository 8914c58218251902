/** Bodies on their way to a service. */
import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { limits } from '@tma/contracts';
import { ignoreStreamErrors } from '@tma/kit';
import type { FastifyRequest } from 'fastify';
import type { Exchange } from '../limits/exchange.ts';
import type { Limits } from '../limits/index.ts';
import { dropBody } from '../limits/parser.ts';

type Ready = (error: Error | null, body?: Readable | Buffer) => void;

/** Takes a request's body, and calls `ready` with what is to be sent to the service when sending may begin. */
export type TakeBody = (request: FastifyRequest, body: IncomingMessage, ready: Ready) => void;

/** Leaves a body where it is, until `pass` sends it as it comes. */
export const leaveBody: TakeBody = (_request, body, ready) => ready(null, body);

/** No body of the portal's own pages is larger than this, in bytes. */
const smallBytes = 64 * 1024;

/** What a piece of a body takes beside its bytes; a piece may have one. */
const pieceBytes = 512;

/**
 * Sends a body once it is complete, so that a slow sender occupies none of the limited connections to a service.
 * One that is larger than any service reads is sent as it comes, for the service to refuse.
 * @param large the places of large bodies: one that has none is read no further
 */
export const gatherBody =
  ({ gathered, largeBodies }: Limits): TakeBody =>
  (request, body, ready) => {
    if (Number(request.headers['content-length']) > limits.jsonBody) return ready(null, body);
    const { exchange } = request;
    let pieces: Buffer[] = [];
    let bytes = 0;
    let isLarge = false;
    const stop = () => {
      body.off('data', take).off('end', end);
      pieces = [];
    };
    const take = (piece: Buffer) => {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes > limits.jsonBody) {
        const first = Buffer.concat(pieces);
        stop();
        return ready(null, pass(exchange, body, first));
      }
      gathered.add(exchange, piece.length + pieceBytes);
      if (isLarge || bytes <= smallBytes || exchange.isGivenUp) return;
      isLarge = true;
      waitForPlace();
    };
    const waitForPlace = () => {
      body.pause();
      largeBodies.take(exchange, (error) => {
        if (error) exchange.giveUp(error);
        else body.resume();
      });
    };
    const end = () => {
      const whole = Buffer.concat(pieces);
      stop();
      ready(null, whole);
    };
    exchange.abandon = () => {
      stop();
      dropBody(body);
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
    dropBody(body);
  });
  body.once('close', () => {
    if (!body.complete) stream.destroy(new Error('the caller went away'));
  });
  body.pipe(stream);
  return stream;
}
