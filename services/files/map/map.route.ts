import type { ReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { type Handler, isNotModified, notFound } from '@tma/kit';
import { requestedRange, sendRange } from '../storage/ranges.ts';
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
    // It may have been removed since the service began.
    const file = path && (await open(path).catch(() => null));
    if (!file) throw notFound();
    let content: ReadStream | undefined;
    try {
      const { size, mtimeMs } = await file.stat();
      const etag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`;
      reply.type(types[name]).headers({ etag, 'accept-ranges': 'bytes', 'cache-control': `public, max-age=${maxAge}` });
      if (isNotModified(request.headers['if-none-match'], etag)) return await reply.code(304).send();
      const range = requestedRange(request, { etag, size, what: 'file' });
      return await sendRange(request, reply, { range, size }, () => {
        // Of the file that was measured, not of one that has taken its place since.
        content = file.createReadStream(range ?? {});
        return content;
      });
    } finally {
      // A stream closes it at its end.
      if (!content) await file.close();
    }
  };

/** What pages need to draw the map. */
export const readMap =
  ({ map }: { map: MapFolder }): Handler<'readMap'> =>
  async (_call, _request, reply) =>
    reply.header('cache-control', 'public, max-age=60').send(map.answer);
