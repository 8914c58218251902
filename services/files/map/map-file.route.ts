import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { type Handler, HttpError, notFound } from '@tma/kit';
import { readRange } from '../storage/ranges.ts';
import type { MapFolder } from './map-folder.ts';

/** Browsers ask again after so long whether the operator has another map; in seconds. */
const maxAge = 3600;

const types = { tiles: 'application/vnd.pmtiles', outlines: 'application/geo+json' } as const;

/**
 * A file of the operator's map, whole or a part of it (RFC 9110, 14). Its ETag is made of its size and the time at which it was last
 * changed: who reads on in a file that was replaced meanwhile notices. 404 where there is none.
 */
export const mapFile =
  ({ map }: { map: MapFolder }, name: keyof typeof types): Handler<'mapTiles' | 'mapOutlines'> =>
  async (_call, request, reply) => {
    const path = map[name];
    const file = path && (await open(path).catch(() => null));
    if (!file) throw notFound();
    try {
      const { size, mtimeMs } = await file.stat();
      const etag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`;
      reply.type(types[name]).headers({ etag, 'accept-ranges': 'bytes', 'cache-control': `public, max-age=${maxAge}` });
      const { range: requested, 'if-range': condition, 'if-none-match': known } = request.headers;
      if (known?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*'))
        return await reply.code(304).send();
      // HEAD describes the whole; a range of another version is no part of this one (RFC 9110, 14.2 and 13.1.5).
      const isRanged = request.method === 'GET' && (condition === undefined || condition === etag);
      const range = readRange(isRanged ? requested : undefined, size);
      if (range === 'unsatisfiable') {
        const headers = { 'content-range': `bytes */${size}` };
        throw new HttpError(416, 'range_not_satisfiable', 'The file ends before that.', { headers });
      }
      if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
      reply.header('content-length', range ? range.end - range.start + 1 : size);
      if (request.method === 'HEAD') return await reply.send(Readable.from([]));
      return await reply.send(createReadStream(path, range ?? {}));
    } finally {
      await file.close();
    }
  };
