/** Bodies on their way to a service, and answers on their way back. */
import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { limits } from '@tma/contracts';
import { ignoreStreamErrors, sendError, unavailable } from '@tma/kit';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Takes a request's body, and calls `ready` with what is to be sent to the service when sending may begin. */
export type TakeBody = (body: IncomingMessage, ready: (stream: Readable) => void) => void;

/** Sends a body as it comes. */
export const streamBody: TakeBody = (body, ready) => ready(pass(body));

/**
 * Sends a body once it is complete, so that a slow sender occupies none of the limited connections to a service.
 * One that is larger than any service reads is streamed from that size on, for the service to refuse.
 */
export const bufferBody: TakeBody = (body, ready) => {
  const stream = pass(body, limits.jsonBody + 2 ** 16);
  let bytes = 0;
  let begun = false;
  const begin = () => {
    if (!begun) ready(stream);
    begun = true;
  };
  stream.once('finish', begin);
  body.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > limits.jsonBody) begin();
  });
};

/**
 * A body passing through. When the service answers before it has read all of it, as it does without a valid token, the
 * rest is read and dropped here: closing the connection would take the answer from the caller.
 */
function pass(body: IncomingMessage, highWaterMark?: number): PassThrough {
  const stream = ignoreStreamErrors(new PassThrough({ highWaterMark }));
  stream.once('close', () => {
    body.unpipe(stream);
    body.resume();
  });
  body.once('close', () => {
    if (!body.complete) stream.destroy(new Error('the caller went away'));
  });
  return body.pipe(stream);
}

/** A service's answer as undici gives it. */
export type AnswerBody = Readable & { bytes(): Promise<Uint8Array> };

/** An answer up to this size, in bytes, is buffered: that costs a fraction of what a stream costs. */
const smallBytes = 64 * 1024;

/** Sends an answer's body to the caller: as it comes, or in one piece when it is small or there is none. */
export function sendBody(request: FastifyRequest, reply: FastifyReply, body: AnswerBody) {
  const length = reply.statusCode === 304 ? 0 : Number(reply.getHeader('content-length') ?? Number.NaN);
  if (request.method === 'HEAD' || !(length <= smallBytes)) return reply.send(body);
  return body.bytes().then(
    (bytes) =>
      reply.send(reply.statusCode === 304 ? undefined : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
    (error: unknown) => sendError(unavailable(error), request, reply),
  );
}
