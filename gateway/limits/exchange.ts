import type { HttpError } from '@tma/kit/http/http-error';
import { networkOf } from '@tma/kit/http/network';
import { sendError } from '@tma/kit/http/send-error';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A request and its answer, and whether the caller keeps them waiting. */
export class Exchange {
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  /** Who calls, as the limits count callers. */
  readonly client: string;
  /** Stops the work for the request, when it is given up before there is an answer. */
  abandon: (error: Error) => void = () => undefined;
  /** Whether an answer is being sent. */
  isAnswering = false;
  /** Whether it was answered with an error because its caller made no progress. */
  isGivenUp = false;
  /** Whether the answer was sent, or the caller went away. */
  isOver = false;
  /** The call of the service that answers: it goes on there when the caller is gone. */
  atService: Promise<unknown> | null = null;
  /** The caller's turn at the last look, and the bytes moved by then; null while the caller need not do anything. */
  #seen: { turn: 'send' | 'read'; bytes: number } | null = null;
  #since = performance.now();

  constructor(request: FastifyRequest, reply: FastifyReply) {
    this.#request = request;
    this.#reply = reply;
    this.client = networkOf(request.ip);
  }

  /** Whether the caller still waits for an answer. */
  get isWanted(): boolean {
    return !this.isOver && !this.isGivenUp;
  }

  /**
   * Notes how far the caller has come. Less than `piece` bytes since the last time is no progress.
   * @returns milliseconds since the caller last made progress, or since it became the caller's turn
   */
  look(now: number, piece: number): number {
    const turn = this.#turn();
    const bytes = turn === null ? 0 : this.#moved(turn);
    if (turn === null || this.#seen?.turn !== turn || bytes - this.#seen.bytes >= piece) {
      this.#seen = turn && { turn, bytes };
      this.#since = now;
    }
    return now - this.#since;
  }

  /** Milliseconds that the caller has kept it waiting, as far as was seen; one who has gone does not. */
  stalled = (now: number): number => (this.isOver || this.#seen === null ? 0 : now - this.#since);

  /** Answers with an error; where an answer is under way already, the connection ends instead. */
  giveUp(error: HttpError) {
    // Its connection may have another request by now.
    if (this.isOver) return;
    if (this.isAnswering || this.#reply.raw.headersSent) return void this.#request.raw.socket.destroy();
    // After a 408 nothing more comes that could make the caller lose the answer (RFC 9110, 15.5.9).
    if (error.status === 408) closeAfterAnswer(this.#reply);
    this.isGivenUp = true;
    sendError(error, this.#request, this.#reply);
    this.abandon(error);
  }

  /** What the caller has to do next. A body that is not being read waits for the gateway or a service, not its sender. */
  #turn() {
    const { raw } = this.#request;
    if (raw.socket.writableLength > 0) return 'read';
    return raw.complete || !raw.readableFlowing ? null : 'send';
  }

  /** Bytes of this connection that came from the caller, or that the operating system has accepted for sending. */
  #moved(turn: 'send' | 'read'): number {
    const { socket } = this.#request.raw;
    return turn === 'send' ? socket.bytesRead : socket.bytesWritten - socket.writableLength;
  }
}

/** Closes the connection after this answer, whatever else is done to its headers. */
export const closeAfterAnswer = ({ raw }: FastifyReply) => raw.setHeader('connection', 'close');
