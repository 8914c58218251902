import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { endAtOnce } from './parser.ts';

interface Bounds {
  /** How many connections there are. */
  connections: number;
  /** How many requests wait for those before them on their connection: on one, and on all together. */
  pipelined: { connection: number; total: number };
}

interface Connection {
  /**
   * `idle`: no request is under way. `sending`: the body of one is coming, or the rest of one that was answered before its end.
   * `served`: a service has the request, or the answer is on its way.
   */
  state: 'idle' | 'sending' | 'served';
  /** The lower, the longer it is in this state. */
  since: number;
  /** While a request is under way, what is to be done for those behind it. */
  line: (() => void)[] | null;
}

const { stackTraceLimit } = Error;

/**
 * The connections to callers. Where there are too many, the one that has been idle for the longest time ends; where none is
 * idle, the one that has been sending its request for the longest time. Of the requests that come on a connection without
 * waiting for answers (pipelining) one is handled at a time: each would take as much memory as one alone.
 */
export class Connections {
  readonly #bounds: Bounds;
  readonly #all = new Map<Socket, Connection>();
  #moves = 0;
  #waiting = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /** A new connection. */
  open(socket: Socket) {
    const longest = this.#all.size < this.#bounds.connections ? null : (this.#longest() ?? socket);
    this.#all.set(socket, { state: 'idle', since: this.#moves, line: null });
    // Before and behind Node's own listener, which makes two errors for each request that waits on the connection: to write down
    // the stacks of hundreds, all of Node's own functions, takes longer than all else that is done for them.
    socket.prependOnceListener('close', () => {
      Error.stackTraceLimit = 0;
    });
    socket.once('close', () => {
      Error.stackTraceLimit = stackTraceLimit;
      this.#forget(socket);
    });
    if (!longest) return;
    this.#forget(longest);
    longest.destroy();
  }

  /** A new request. @param handle called when those before it on its connection are answered; never, where that ends */
  begin(request: IncomingMessage, response: ServerResponse, handle: () => void) {
    const { socket } = request;
    const connection = this.#all.get(socket);
    if (!connection) return;
    const start = () => {
      // Also comes where the answer could be sent, behind `finish`.
      response.once('close', () => this.#end(request));
      this.#move(socket, 'sending');
      handle();
    };
    if (connection.line) return this.#wait(socket, connection.line, start);
    connection.line = [];
    start();
  }

  /** The request is complete, or is sent on as it comes. */
  serve = (socket: Socket) => this.#move(socket, 'served');

  /**
   * Ends a connection behind the answer to this request where others wait on it. Each of them would be the next to take a place in the
   * line of those who wait, and another there would lose it, who has others behind it as well.
   */
  endLine({ raw: { socket } }: FastifyRequest, { raw }: FastifyReply) {
    if (this.#all.get(socket)?.line?.length) raw.shouldKeepAlive = false;
  }

  #wait(socket: Socket, line: (() => void)[], start: () => void) {
    const { connection, total } = this.#bounds.pipelined;
    // One alone may have half of them, the next a quarter: so each of a thousand that come at once costs little.
    if (line.length >= Math.min(connection, total - this.#waiting)) return endAtOnce(socket);
    this.#waiting += 1;
    line.push(start);
  }

  /** The answer has been sent, or nobody is there any more to get it. */
  #end({ socket, complete }: IncomingMessage) {
    const connection = this.#all.get(socket);
    if (!connection) return;
    this.#move(socket, complete ? 'idle' : 'sending');
    const next = connection.line?.shift();
    if (!next) {
      connection.line = null;
      return;
    }
    this.#waiting -= 1;
    // A connection that closes after this answer answers nothing more.
    if (socket.writable) next();
  }

  #forget(socket: Socket) {
    this.#waiting -= this.#all.get(socket)?.line?.length ?? 0;
    this.#all.delete(socket);
  }

  /** What was forgotten is not remembered again. */
  #move(socket: Socket, state: Connection['state']) {
    const connection = this.#all.get(socket);
    if (!connection) return;
    this.#moves += 1;
    connection.state = state;
    connection.since = this.#moves;
  }

  /** The one that has been idle longest, or else sending; null where a service has the requests of all. */
  #longest(): Socket | null {
    let [idle, sending]: (Socket | null)[] = [null, null];
    let [idleSince, sendingSince] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (const [socket, { state, since }] of this.#all) {
      if (state === 'idle' && since < idleSince) [idle, idleSince] = [socket, since];
      if (state === 'sending' && since < sendingSince) [sending, sendingSince] = [socket, since];
    }
    return idle ?? sending ?? null;
  }
}
