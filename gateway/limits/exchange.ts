import { type HttpError, networkOf, sendError } from '@tma/kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Item } from './bag.ts';

/** A place that an exchange has. */
export interface Held extends Item {
  /** The places that it is one of. */
  of: object;
  exchange: Exchange;
  /** Milliseconds since 1970. */
  since: number;
}

/** A request and its answer, and whether the caller keeps them waiting. */
export class Exchange implements Item {
  position = -1;
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  /** Who calls, as the limits count callers. */
  readonly client: string;
  /** Ends what is done for the request, when it is given up before there is an answer. */
  abandon: (error: Error) => void = () => undefined;
  /** Whether an answer is being sent. */
  isAnswering = false;
  /** Whether it was answered with an error because its caller did not go on. */
  isGivenUp = false;
  /** Whether the answer was sent, or the caller went away. */
  isOver = false;
  /** The places it has. */
  readonly held: Held[] = [];
  /** What the caller was last seen to do, and with how many bytes moved; null while it is not the caller's turn. */
  #seen: { turn: 'send' | 'read'; bytes: number } | null = null;
  #since = Date.now();

  constructor(request: FastifyRequest, reply: FastifyReply) {
    this.#request = request;
    this.#reply = reply;
    this.client = networkOf(request.ip);
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

  /** Milliseconds that the caller has kept it waiting, as far as was seen. */
  stalled = (now: number): number => (this.#seen === null ? 0 : now - this.#since);

  /** Answers with an error; where an answer is under way already, the connection ends instead. */
  giveUp(error: HttpError) {
    if (this.isAnswering || this.#reply.raw.headersSent) return void this.#request.raw.socket.destroy();
    // Whoever has stopped sending sends nothing that would take the answer away (RFC 9110, 15.5.9).
    if (error.status === 408) this.#reply.raw.shouldKeepAlive = false;
    this.isGivenUp = true;
    sendError(error, this.#request, this.#reply);
    this.abandon(error);
  }

  /** What the caller has to do next. A body that is not read waits for a place or a service, not for its sender. */
  #turn() {
    const { raw } = this.#request;
    if (raw.socket.writableLength > 0) return 'read';
    return raw.complete || !raw.readableFlowing ? null : 'send';
  }

  /** Bytes of this connection that came from the caller, or that the system has taken to send. */
  #moved(turn: 'send' | 'read'): number {
    const { socket } = this.#request.raw;
    return turn === 'send' ? socket.bytesRead : socket.bytesWritten - socket.writableLength;
  }
}
