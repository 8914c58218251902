import { isProblem } from '@tma/contracts';
import { type Handler, missingField } from '@tma/kit';
import type { Reports } from '../report/context.ts';
import { tehsilsOf } from '../report/people/people.store.ts';
import { placeWords } from '../report/places/place-words.ts';
import { rounding } from '../report/reports.store.ts';
import { boxesAround, type Point, reachOf } from './area.ts';
import { type Asked, findAlike, findAround } from './nearby.store.ts';

/** Throws 400 for half a point. */
function pointOf({ lat = null, long = null }: { lat?: number | null; long?: number | null }): Point | null {
  if (lat !== null && long !== null) return { lat, long };
  if (lat === null && long === null) return null;
  throw missingField(lat === null ? 'lat' : 'long', 'lat and long must come together');
}

/** What is reported near a point; where there is none, at places with words alike. */
export const listNearby =
  ({ pool, limits }: Pick<Reports, 'pool' | 'limits'>): Handler<'listNearby'> =>
  async ({ query: { issue, accuracy, location = '', ...where }, caller }) => {
    const point = pointOf(where);
    if (!point && location === '') throw missingField('location', 'A point or a location is needed.');
    await limits.nearby.count(caller.id);
    if (!isProblem(issue)) return [];
    const asked: Asked =
      caller.audience === 'admin'
        ? { issue, tehsils: [caller.tehsil], residentId: null }
        : { issue, tehsils: await tehsilsOf(pool, caller), residentId: caller.id };
    if (!point) {
      const words = placeWords(location);
      return words === '' ? [] : findAlike(pool, asked, words);
    }
    const metres = reachOf(accuracy ?? null);
    const boxes = boxesAround(point, metres, asked.residentId === null ? 0 : rounding);
    return findAround(pool, asked, point, { metres, boxes });
  };
