import { Readable } from 'node:stream';
import { type Handler, HttpError, type Limit, networkOf, notFound } from '@tma/kit';
import type { LogFiles } from './log-files.ts';
import { parsePart } from './places.ts';

/**
 * A tile never changes; who asks for the checkpoint is at most so many seconds late, and for its key no later: where another log begins,
 * both are others.
 */
const caching = { tile: 'public, max-age=31536000, immutable', text: 'public, max-age=5' };

/**
 * `GET /log/{*}`: a part of the signed log, as it is kept. Each costs a read of the disk or some calls of S3, so they are counted by network,
 * also those of what is not there. The service reports reads what it wrote without being counted: it is not forwarded by the gateway,
 * which says of every other caller where they are.
 */
export const readLog =
  ({ signedLog, limits }: { signedLog: LogFiles; limits: { logReads: Limit } }): Handler<'readLog'> =>
  async ({ params }, request, reply) => {
    const asked = parsePart(params['*']);
    if (request.headers['x-forwarded-for'] !== undefined) await limits.logReads.count(networkOf(request.ip));
    const content = asked && (await signedLog.read(asked));
    if (!content) throw notFound();
    const { part } = asked;
    const isText = typeof part === 'string';
    reply.header('cache-control', caching[isText ? 'text' : 'tile']);
    return reply.type(isText ? 'text/plain; charset=utf-8' : 'application/octet-stream').send(content);
  };

/** Far more than 256 leaves, which have about 400 bytes each. */
const mostBytes = 4 * 1024 * 1024;

/** `PUT /internal/log/{*}`: keeps a part of the signed log. */
export const keepLog =
  ({ signedLog }: { signedLog: LogFiles }): Handler<'keepLog'> =>
  async ({ params }, request, reply) => {
    const asked = parsePart(params['*']);
    if (!asked || asked.log === null) throw notFound();
    const content = request.body instanceof Readable ? await readAll(request.body) : null;
    if (!content) throw new HttpError(415, 'unsupported_media_type', 'This content type is not taken here.');
    await signedLog.keep({ log: asked.log, part: asked.part }, content);
    return reply.code(204).send();
  };

async function readAll(body: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of body as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > mostBytes) throw new HttpError(413, 'too_large', 'A part of the log is smaller.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
