import { createConnection, type NetConnectOpts, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';

/** Milliseconds of one scan, with its connection. */
const timeoutMs = 30_000;
/** Of an answer; clamd's are a line. */
const maxAnswer = 4096;

/** Where clamd listens: `clamd://host:port`, or the path of its Unix socket, as `/run/clamd.sock` or `clamd:///run/clamd.sock`. */
export function clamdAddress(url: string): NetConnectOpts {
  if (url.startsWith('/')) return { path: url };
  const { hostname, port, pathname } = new URL(url);
  if (!hostname) return { path: decodeURIComponent(pathname) };
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 3310) };
}

/**
 * Has clamd scan a file by INSTREAM (clamd(8)). Ours: the protocol is a command and lengths, and the library for it, clamscan, is mostly
 * about running programs on files, with a way back to them.
 * @returns the name of the signature that was found, null where there is none. Throws when clamd is away, stops in the middle,
 * answers anything else (a file over its limit), or not in time.
 */
export async function scanWithClamd(address: NetConnectOpts, content: AsyncIterable<Buffer>): Promise<string | null> {
  const socket = createConnection(address);
  const timer = setTimeout(() => socket.destroy(new Error('clamd did not answer in time')), timeoutMs);
  try {
    const answered = readAnswer(socket);
    // clamd answers a file over its limit and closes while it is still being sent: that answer says more than the broken connection.
    const sent = pipeline(content, framed, socket, { end: false });
    await Promise.race([answered, sent]).catch(() => undefined);
    return signatureIn(await answered);
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

/** The command, each piece behind its length in four bytes, and a length of 0. */
async function* framed(content: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  yield Buffer.from('zINSTREAM\0');
  for await (const piece of content) {
    if (piece.length > 0) yield Buffer.concat([lengthOf(piece.length), piece]);
  }
  yield lengthOf(0);
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}

/** What clamd says until its zero byte. Throws when it closes the connection before that. */
function readAnswer(socket: Socket): Promise<string> {
  let answer = '';
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  socket
    .on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1');
      const end = answer.indexOf('\0');
      if (end >= 0) resolve(answer.slice(0, end));
      else if (answer.length > maxAnswer) reject(new Error('clamd answered too much'));
    })
    .on('error', reject)
    .on('close', () => reject(new Error('clamd closed the connection without an answer')));
  return promise;
}

function signatureIn(answer: string): string | null {
  if (answer === 'stream: OK') return null;
  const found = /^stream: (.+) FOUND$/.exec(answer)?.[1];
  if (found === undefined) throw new Error(`clamd answered: ${answer}`);
  return found;
}
