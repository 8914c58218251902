/**
 * What Node's interface has no way to say to the parser of a connection. It works through a packet of 64 KB at once, whatever
 * becomes of the connection meanwhile; `connections.service.test.ts` and `bodies.service.test.ts` say when this ends to work.
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** The functions of a parser that are called while it reads, as far as they are used here. */
interface Parser {
  /** Told of each request; what it returns says how to go on. */
  onIncoming: () => number;
  /** The request that is read, or was read last. */
  incoming: IncomingMessage | null;
  [callback: number]: unknown;
  constructor: { kOnMessageBegin: number; kOnBody: number };
}

const parserOf = (socket: Socket) => (socket as Socket & { parser?: Parser | null }).parser;

/** llhttp stops here, as it does where another protocol begins. */
const stopParsing = 2;

/**
 * Ends a connection and what has come on it. A packet may hold thousands of requests, and Node makes objects of all of them,
 * whether or not their connection is still there.
 */
export function endAtOnce(socket: Socket) {
  const parser = parserOf(socket);
  if (parser) parser.onIncoming = () => stopParsing;
  socket.destroy();
}

/**
 * Lets the rest of a body go by. Node would copy each piece that comes, and each chunk of a byte is one: without a function to
 * give them to it makes none. The next request on the connection has its body.
 */
export function dropBody(request: IncomingMessage) {
  request.resume();
  const { socket } = request;
  const parser = parserOf(socket);
  if (!parser || request.complete || parser.incoming !== request) return;
  const { kOnBody, kOnMessageBegin } = parser.constructor;
  const take = parser[kOnBody];
  if (!take) return;
  const restore = () => {
    parser[kOnBody] = take;
    parser[kOnMessageBegin] = null;
    socket.off('close', restore);
  };
  parser[kOnBody] = null;
  parser[kOnMessageBegin] = restore;
  // Node uses parsers again for other connections.
  socket.once('close', restore);
}

/** How many pieces of a body may be tiny. */
const mostTinyPieces = 500;

/**
 * Ends the connection of a body in pieces of a few bytes. Every piece costs as much time as a large one, and a body of chunks
 * of one byte each has thousands in a packet, whether or not anybody reads it. A slow line brings at least a packet at a time.
 */
export function refuseTinyPieces(request: IncomingMessage) {
  const { headers } = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  let pieces = 0;
  let bytes = 0;
  const push = request.push;
  request.push = (piece: Buffer | null) => {
    pieces += 1;
    bytes += piece?.length ?? 0;
    if (pieces <= mostTinyPieces + bytes / 64) return push.call(request, piece);
    dropBody(request);
    request.destroy();
    return false;
  };
}
