import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { closeAfterAnswer } from './exchange.ts';

interface Bounds {
  connections: number;
  /** How many requests may wait for earlier ones on their connection: on one connection, and on all together. */
  pipelined: { connection: number; total: number };
}

interface Connection {
  /**
   * `idle`: no request is under way. `sending`: the body of one is coming, or the rest of one that was answered before its end.
   * `served`: a service has the request, or the answer is on its way.
   */
  state: 'idle' | 'sending' | 'served';
  /** While a request is under way, the requests after it. */
  waiting: (() => void)[] | null;
}

/**
 * The connections to callers. Where there are too many, the one that has been idle for longest ends; where none is
 * idle, the one that has been sending its request for longest. Of the requests that come on a connection without
 * waiting for answers (pipelining) one is handled at a time: each would take as much memory as a single one, and after
 * a refused request it is unknown where the next begins.
 */
export class Connections {
  readonly #bounds: Bounds;
  /** In the order of their last change of state, the longest ago first. */
  readonly #all = new Map<Socket, Connection>();
  #waiting = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /** A new connection. */
  open(socket: Socket) {
    const longest = this.#all.size < this.#bounds.connections ? null : (this.#longest() ?? socket);
    this.#all.set(socket, { state: 'idle', waiting: null });
    socket.once('close', () => this.#forget(socket));
    if (!longest) return;
    this.#forget(longest);
    longest.destroy();
  }

  /**
   * A new request. This comes before all other work for it: five hundred may arrive in one piece, and should cost next
   * to nothing if their connection ends. @param handle called when earlier requests on the connection are answered;
   * never if it ends
   */
  begin(request: IncomingMessage, response: ServerResponse, handle: () => void) {
    const { socket } = request;
    const connection = this.#all.get(socket);
    // Its connection was ended. Otherwise Node would end it with an error, whose stack costs more than the rest of the
    // request.
    if (!connection) return void request.destroy();
    const start = () => {
      // `close` also comes after `finish`, when the answer was sent.
      response.once('close', () => this.#end(socket, request.complete));
      this.#change(socket, 'sending');
      handle();
    };
    if (connection.waiting) return this.#wait(socket, connection.waiting, start);
    connection.waiting = [];
    start();
  }

  /** The request is complete, or is forwarded while it arrives. */
  serve = (socket: Socket) => this.#change(socket, 'served');

  /** Closes a connection after the answer that refuses this request, if others wait on it, which would be refused too. */
  refuseWaiting({ raw: { socket } }: FastifyRequest, reply: FastifyReply) {
    if (this.#all.get(socket)?.waiting?.length) closeAfterAnswer(reply);
  }

  #wait(socket: Socket, waiting: (() => void)[], start: () => void) {
    const { connection, total } = this.#bounds.pipelined;
    // One connection alone may have half of the places, the next a quarter: so a thousand connections at once cost
    // little.
    if (waiting.length >= Math.min(connection, total - this.#waiting)) {
      this.#forget(socket);
      return void socket.destroy();
    }
    this.#waiting += 1;
    waiting.push(start);
  }

  /** The answer has been sent, or the caller is gone. */
  #end(socket: Socket, isComplete: boolean) {
    const connection = this.#all.get(socket);
    if (!connection) return;
    this.#change(socket, isComplete ? 'idle' : 'sending');
    const next = connection.waiting?.shift();
    if (!next) {
      connection.waiting = null;
      return;
    }
    this.#waiting -= 1;
    // A connection that closes after this answer answers nothing more.
    if (socket.writable) next();
  }

  #forget(socket: Socket) {
    this.#waiting -= this.#all.get(socket)?.waiting?.length ?? 0;
    this.#all.delete(socket);
  }

  #change(socket: Socket, state: Connection['state']) {
    const connection = this.#all.get(socket);
    if (!connection) return;
    connection.state = state;
    this.#all.delete(socket);
    this.#all.set(socket, connection);
  }

  /** The one that has been idle longest, or else sending; null where a service has the requests of all. */
  #longest(): Socket | null {
    let sending: Socket | null = null;
    for (const [socket, { state }] of this.#all) {
      if (state === 'idle') return socket;
      if (state === 'sending') sending ??= socket;
    }
    return sending;
  }
}
