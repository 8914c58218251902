import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Bounds {
  /** How many connections there are. */
  connections: number;
  /** How many requests wait for those before them on their connection: on one, and on all together. */
  pipelined: { connection: number; total: number };
}

/**
 * The connections to callers. Where there are too many, the one that has been idle for the longest time ends; where none is
 * idle, the one that has been sending its request for the longest time. Of the requests that come on a connection without
 * waiting for answers (pipelining) one is handled at a time: each would take as much memory as one alone.
 */
export class Connections {
  readonly #bounds: Bounds;
  /** No request is under way. */
  readonly #idle = new Set<Socket>();
  /** The body of a request is coming, or the rest of one that was answered before its end. */
  readonly #sending = new Set<Socket>();
  /** The rest: a service has the request, or the answer is on its way. */
  readonly #served = new Set<Socket>();
  /** Of each connection with a request under way, what is to be done for those behind it. */
  readonly #lines = new Map<Socket, (() => void)[]>();
  #waiting = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /** A new connection. */
  open(socket: Socket) {
    this.#idle.add(socket);
    socket.once('close', () => this.#forget(socket));
    if (this.#idle.size + this.#sending.size + this.#served.size <= this.#bounds.connections) return;
    const [idle = socket] = this.#idle;
    const [sending = socket] = this.#sending;
    const longest = idle === socket ? sending : idle;
    this.#forget(longest);
    longest.destroy();
  }

  /** A new request. @param handle called when those before it on its connection are answered; never, where that ends */
  begin(request: IncomingMessage, response: ServerResponse, handle: () => void) {
    const { socket } = request;
    const start = () => {
      let isOver = false;
      const end = () => {
        if (!isOver) this.#end(request);
        isOver = true;
      };
      response.once('finish', end).once('close', end);
      this.#move(socket, this.#sending);
      handle();
    };
    const line = this.#lines.get(socket);
    if (line) return this.#wait(socket, line, start);
    this.#lines.set(socket, []);
    start();
  }

  /** The request is complete, or is sent on as it comes. */
  serve = (socket: Socket) => this.#move(socket, this.#served);

  #wait(socket: Socket, line: (() => void)[], start: () => void) {
    const { connection, total } = this.#bounds.pipelined;
    if (line.length === connection || this.#waiting === total) return endAtOnce(socket);
    this.#waiting += 1;
    line.push(start);
  }

  /** The answer has been sent, or nobody is there any more to get it. */
  #end({ socket, complete }: IncomingMessage) {
    this.#move(socket, complete ? this.#idle : this.#sending);
    const next = this.#lines.get(socket)?.shift();
    if (!next) return void this.#lines.delete(socket);
    this.#waiting -= 1;
    // A connection that closes after this answer answers nothing more.
    if (socket.writable) next();
  }

  #forget(socket: Socket) {
    for (const set of [this.#idle, this.#sending, this.#served]) set.delete(socket);
    this.#waiting -= this.#lines.get(socket)?.length ?? 0;
    this.#lines.delete(socket);
  }

  /** What was forgotten is not remembered again. */
  #move(socket: Socket, to: Set<Socket>) {
    const isKnown = [this.#idle, this.#sending, this.#served].some((set) => set.delete(socket));
    if (isKnown) to.add(socket);
  }
}

/** The part of Node's parser that is told of each request; what it returns says how to go on. */
interface Parser {
  onIncoming: () => number;
}
/** llhttp stops here, as it does where another protocol begins. */
const stopParsing = 2;

/**
 * Ends a connection and what has come on it. A packet may hold thousands of requests, and Node makes objects of all of them,
 * whether or not their connection is still there: nothing in its interface ends that.
 */
function endAtOnce(socket: Socket) {
  const { parser } = socket as Socket & { parser?: Parser | null };
  if (parser) parser.onIncoming = () => stopParsing;
  socket.destroy();
}
