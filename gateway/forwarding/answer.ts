import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { ignoreStreamErrors, inTrace, type startCall, unavailable } from '@tma/kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import { responseHeaders } from './headers.ts';
import { Turns } from './turns.ts';

/** An answer up to this size, in bytes, is handed on in one piece: that costs a fraction of what a stream costs. */
const smallBytes = 64 * 1024;

/** One for all answers: they share the event loop. */
const turns = new Turns();

type Controller = Dispatcher.DispatchController;

/** A service's answer on its way to the caller: in one piece when it is small or empty, else as it comes. Trailers are dropped. */
export class Answer implements Dispatcher.DispatchHandler {
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #call: ReturnType<typeof startCall>;
  readonly #fail: (error: Error) => void;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #pieces: Buffer[] = [];
  #stream: Readable | undefined;

  /** @param fail called with what went wrong, where nothing of the answer was handed on */
  constructor(
    request: FastifyRequest,
    reply: FastifyReply,
    call: ReturnType<typeof startCall>,
    fail: (error: Error) => void,
  ) {
    this.#request = request;
    this.#reply = reply;
    this.#call = call;
    this.#fail = fail;
  }

  onRequestStart() {}

  onResponseStart(controller: Controller, status: number, headers: IncomingHttpHeaders) {
    // What comes before the answer (103) is for the next one on the way alone.
    if (status < 200) return;
    this.#call.end();
    this.#status = status;
    this.#headers = headers;
    if (this.#isEmpty() || Number(headers['content-length']) <= smallBytes) return;
    if (!this.#isWanted()) return controller.abort(new Error('the caller went away'));
    const stream = ignoreStreamErrors(
      new Readable({
        read: () => turns.next(goOn),
        destroy(error, done) {
          // Of an answer that has come to its end nothing is left to stop.
          if (!this.readableEnded) controller.abort(error ?? new Error('the caller went away'));
          done(error);
        },
      }),
    );
    const goOn = () => {
      // When its turn comes the connection may serve another request.
      if (stream.destroyed) return;
      try {
        controller.resume();
      } catch (error) {
        // As it would end inside `read`: nobody else's answer is to wait for it.
        stream.destroy(error as Error);
      }
    };
    this.#stream = stream;
    this.#send(stream);
  }

  onResponseData(controller: Controller, piece: Buffer) {
    if (!this.#stream) this.#pieces.push(piece);
    else {
      const isEnough = turns.bring(piece);
      if (!this.#stream.push(piece) || isEnough) controller.pause();
    }
  }

  onResponseEnd() {
    if (this.#stream) return void this.#stream.push(null);
    if (!this.#isWanted()) return;
    const [first] = this.#pieces;
    const whole = this.#pieces.length === 1 ? first : Buffer.concat(this.#pieces);
    // For nothing at all fastify would write that a HEAD's answer has no length.
    const none = this.#request.method === 'HEAD' ? Readable.from([]) : undefined;
    this.#send(this.#isEmpty() ? none : whole);
  }

  onResponseError(_controller: Controller, error: Error) {
    if (this.#stream) this.#stream.destroy(unavailable(error));
    else inTrace(this.#request, () => this.#fail(error));
  }

  #isEmpty = () => this.#request.method === 'HEAD' || this.#status === 204 || this.#status === 304;

  /** Whether somebody waits for it who was not answered already. */
  #isWanted = () => !this.#request.exchange.isOver && !this.#request.exchange.isGivenUp;

  /** What a connection's events run in is the trace of whoever opened it. */
  #send(body: Buffer | Readable | undefined) {
    this.#request.isAnsweredElsewhere = true;
    inTrace(this.#request, () => this.#reply.code(this.#status).headers(responseHeaders(this.#headers)).send(body));
  }
}
