import { type Handler, notFound } from '@tma/kit';
import type { LogFiles } from './log-files.ts';
import { parsePart } from './places.ts';

/** A tile never changes; who asks for the checkpoint is at most so many seconds late. */
const caching = {
  tile: 'public, max-age=31536000, immutable',
  checkpoint: 'public, max-age=5',
  key: 'public, max-age=3600',
};

/** `GET /log/{*}`: a part of the signed log, as it is kept. */
export const readLog =
  ({ signedLog }: { signedLog: LogFiles }): Handler<'readLog'> =>
  async ({ params }, _request, reply) => {
    const asked = parsePart(params['*']);
    const content = asked && (await signedLog.read(asked));
    if (!content) throw notFound();
    const { part } = asked;
    const isText = typeof part === 'string';
    reply.header('cache-control', caching[isText ? part : 'tile']);
    return reply.type(isText ? 'text/plain; charset=utf-8' : 'application/octet-stream').send(content);
  };
