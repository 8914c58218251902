import { Readable } from 'node:stream';
import { type Handler, HttpError, notFound } from '@tma/kit';
import type { LogFiles } from './log-files.ts';
import { parsePart } from './places.ts';

/** Of 256 leaves, each a line of at most 64 kB; they have 400 bytes. */
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
