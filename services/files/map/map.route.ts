import type { Handler } from '@tma/kit';
import type { MapFolder } from './map-folder.ts';

/** What pages need to draw the map. */
export const readMap =
  ({ map }: { map: MapFolder }): Handler<'readMap'> =>
  async (_call, _request, reply) =>
    reply.header('cache-control', 'public, max-age=60').send(map.answer);
