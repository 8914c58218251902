const host = 'Host: localhost\r\n';
const post = `POST /auth/v1/recover HTTP/1.1\r\n${host}Content-Type: application/json\r\n`;
const get = 'GET /auth/v1/health HTTP/1.1\r\n';
/** The request that is smuggled. */
export const hidden = `GET /auth/v1/settings?hidden HTTP/1.1\r\n${host}\r\n`;
const chunked = `${post}Transfer-Encoding: chunked\r\n`;

const framed = (header: string, body = '') => `${post}${header}\r\n\r\n${body}${hidden}`;
const inChunks = (body: string) => `${chunked}\r\n${body}${hidden}`;

/** Ambiguous requests: two parsers may find their end or their meaning differently (RFC 9112, 11.2). */
export const ambiguous: [what: string, bytes: string][] = [
  ['Content-Length and Transfer-Encoding', framed('Content-Length: 4\r\nTransfer-Encoding: chunked', '0\r\n\r\n')],
  ['Transfer-Encoding and Content-Length', framed('Transfer-Encoding: chunked\r\nContent-Length: 4', '0\r\n\r\n')],
  ['two lengths', framed(`Content-Length: 0\r\nContent-Length: ${hidden.length}`)],
  ['the same length twice', framed('Content-Length: 0\r\nContent-Length: 0')],
  ['a list of lengths', framed(`Content-Length: 0, ${hidden.length}`)],
  ['a length with a sign', framed('Content-Length: +0')],
  ['a negative length', framed('Content-Length: -1')],
  ['a hexadecimal length', framed('Content-Length: 0x0')],
  ['an empty length', framed('Content-Length: ')],
  ['a length with a space', framed('Content-Length: 1 0')],
  ['a length past 64 bits', framed('Content-Length: 18446744073709551616')],
  ['a space before the colon', framed('Content-Length : 0')],
  ['a vertical tab before the length', framed('Content-Length:\x0b0')],
  ['xchunked', framed('Transfer-Encoding: xchunked', '0\r\n\r\n')],
  ['identity', framed('Transfer-Encoding: identity')],
  ['chunked, then identity', framed('Transfer-Encoding: chunked, identity', '0\r\n\r\n')],
  ['identity, then chunked', framed('Transfer-Encoding: identity, chunked', '0\r\n\r\n')],
  ['gzip, then chunked', framed('Transfer-Encoding: gzip, chunked', '0\r\n\r\n')],
  ['chunked twice', framed('Transfer-Encoding: chunked, chunked', '0\r\n\r\n')],
  ['two encodings', framed('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity', '0\r\n\r\n')],
  ['a space before that colon', framed('Transfer-Encoding : chunked', '0\r\n\r\n')],
  ['"chunked" in quotes', framed('Transfer-Encoding: "chunked"', '0\r\n\r\n')],
  ['a vertical tab before chunked', framed('Transfer-Encoding: \x0bchunked', '0\r\n\r\n')],
  ['a vertical tab after chunked', framed('Transfer-Encoding: chunked\x0b', '0\r\n\r\n')],
  ['chunks in HTTP/1.0', framed('Transfer-Encoding: chunked', '0\r\n\r\n').replace('HTTP/1.1', 'HTTP/1.0')],
  ['a folded header (obs-fold)', framed('Transfer-Encoding:\r\n chunked', '0\r\n\r\n')],
  ['a length folded away', framed('X: y\r\n Content-Length: 0')],
  ['a first header with a space', `POST /auth/v1/recover HTTP/1.1\r\n Content-Length: 0\r\n${host}\r\n${hidden}`],
  ['a bare LF after the request line', `GET /auth/v1/health HTTP/1.1\n${host}\r\n${hidden}`],
  ['a bare LF after a header', `${get}Host: localhost\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`],
  ['a bare LF as the last line', `${get}Host: localhost\r\n\n${hidden}`],
  ['a bare CR', `${get}Host: localhost\rContent-Length: ${hidden.length}\r\n\r\n${hidden}`],
  ['NUL in a header', `${get}${host}X: a\0b\r\n\r\n${hidden}`],
  ['NUL in a name', `${get}${host}X\0: a\r\n\r\n${hidden}`],
  ['a chunk size in C notation', inChunks('0x0\r\n\r\n')],
  ['a negative chunk', inChunks('-1\r\n\r\n')],
  ['a chunk size with a sign', inChunks('+0\r\n\r\n')],
  ['a space before a chunk size', inChunks(' 0\r\n\r\n')],
  ['a space after a chunk size', inChunks('0 \r\n\r\n')],
  ['a chunk size past 64 bits', inChunks('fffffffffffffffff\r\n\r\n')],
  ['no chunk size', inChunks('\r\n\r\n')],
  ['a bare LF in a chunk extension', inChunks('0;a\nb\r\n\r\n')],
  ['a bare LF after a chunk size', inChunks('0\n\n')],
  ['no line end after a chunk', inChunks('2\r\n{}xx0\r\n\r\n')],
  ['a chunk longer than it says', inChunks('2\r\n{}}\r\n0\r\n\r\n')],
  ['a trailer with a space before the colon', inChunks('0\r\nX : y\r\n\r\n')],
  ['a trailer that is a length', inChunks(`2\r\n{}\r\n0\r\nContent-Length: ${hidden.length}\r\n\r\n`)],
  ['two hosts', `${get}${host}Host: elsewhere.example\r\n\r\n${hidden}`],
  ['a host that is two words', `${get}Host: localhost elsewhere\r\n\r\n${hidden}`],
  ['no host', `${get}\r\n${hidden}`],
  ['a target with a space', `GET /auth/v1/health /x HTTP/1.1\r\n${host}\r\n${hidden}`],
  ['a target that is another host', `GET @127.0.0.1:1/ HTTP/1.1\r\n${host}\r\n${hidden}`],
  ['a target with a fragment', `GET /auth/v1/health#/../x HTTP/1.1\r\n${host}\r\n${hidden}`],
  ['the target *', `GET * HTTP/1.1\r\n${host}\r\n${hidden}`],
  ['a method in small letters', `get /auth/v1/health HTTP/1.1\r\n${host}\r\n${hidden}`],
  ['HTTP/2 in the clear', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${hidden}`],
  ['HTTP/1.2', `GET /auth/v1/health HTTP/1.2\r\n${host}\r\n${hidden}`],
];

/** Unambiguous requests with a second request in their body: the service gets one request. */
export const plain: [what: string, bytes: string][] = [
  ['a body of a GET', `${get}${host}Content-Length: ${hidden.length}\r\n\r\n${hidden}`],
  ['a body of a POST', `${post}Content-Length: ${hidden.length}\r\n\r\n${hidden}`],
  ['a chunk', inChunks(`${hidden.length.toString(16)}\r\n`).concat('\r\n0\r\n\r\n')],
  ['a chunk extension', `${chunked}\r\n2;${'x'.repeat(200)}\r\n{}\r\n0\r\n\r\n`],
  [
    'an upgrade to HTTP/2',
    `${get}${host}Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQ\r\nConnection: Upgrade, HTTP2-Settings\r\n\r\n`,
  ],
  [
    'an upgrade to a socket',
    `${get}${host}Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  ],
  ['headers that the connection is to lose', `${get}${host}Connection: close, x-forwarded-for, x-request-id\r\n\r\n`],
  ['a whole URL (to a proxy)', `GET http://elsewhere.example/auth/v1/health HTTP/1.1\r\n${host}\r\n`],
];
