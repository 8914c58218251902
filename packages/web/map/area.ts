/** The operator's map (`/api/map`), requested once per page load. */
import { call } from '@tma/web/api/call';
import type { Answer } from '@tma/web/api/operation-types';
import { useRead } from '@tma/web/hooks/use-read';
import type { Point } from './places.ts';

export type Area = Answer<'GET /api/map'>;

/** A town fills a telephone. */
const townZoom = 13;

/** Without a map there is a plain grid: also where it could not be read. */
const noArea: Area = { tiles: null, attribution: '', centre: null, zoom: townZoom, outlines: null };

/** Where a grid begins that nobody has said anything of: Mardan, whose tehsils are the first of a new portal. */
const anywhere: Point = { lat: 34.198, long: 72.045 };

let requested: Promise<Area> | undefined;

/** A failure is not cached: the next map tries again. */
const loadArea = (): Promise<Area> => {
  requested ??= call('GET /api/map').catch((error: Error) => {
    requested = undefined;
    console.warn('What the map is could not be read:', error.message);
    return noArea;
  });
  return requested;
};

/** The area; undefined while it is being read. */
export const useArea = (): Area | undefined => useRead('area', loadArea);

/** Where a map begins that has nothing else to begin with. */
export function middleOf({ centre }: Area): Point {
  const [long = anywhere.long, lat = anywhere.lat] = centre ?? [];
  return { long, lat };
}
