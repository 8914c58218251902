/** What is reported near by. */
import type { Box, Nearby } from '@tma/contracts';
import { allValues, type Db } from '@tma/kit';
import type { z } from 'zod';
import { placesKept } from '../report/places/places.store.ts';
import { rounded } from '../report/reports.store.ts';
import type { Point } from './area.ts';

type SeenNearby = z.infer<typeof Nearby>;

/** Who asks, and of what. */
export interface Asked {
  tehsils: readonly string[];
  issue: string;
  /** Of a resident, whose own reports are not in it; null of the office. */
  residentId: string | null;
}

const most = 5;

/** SQL: what an answer has, of the reports of a query. @param distance SQL */
const nearbyJson = (distance: string) => `json_build_object('id', id, 'reference', reference, 'issue', issue,
  'location', location, 'status', status, 'image', image, 'created_at', rfc3339(created_at), 'due', due,
  'distance', ${distance}, 'supports', supports,
  'supported', exists (select from supports as own where own.report_id = reports.id and own.user_id = $3))`;

/** SQL: what may be seen by whoever asks (`$1` to `$3`). */
const isOffered = `tehsil = any($1) and issue = $2 and phase = 'open' and not hidden and duplicate_of is null
  and ($3::uuid is null or user_id is distinct from $3)`;

/** Reports near a point, for residents by the points that they see, the nearest first. @param boxes that hold them */
export function findAround(
  db: Db,
  { tehsils, issue, residentId }: Asked,
  { lat, long }: Point,
  { metres, boxes }: { metres: number; boxes: readonly Box[] },
): Promise<SeenNearby[]> {
  const [of, from] = residentId === null ? ['lat', 'long'] : [rounded('lat'), rounded('long')];
  // Each box by itself: of conditions with `or` Postgres makes no use of the index.
  const found = boxes.map((_, index) => {
    const [south, north, west, east] = [0, 1, 2, 3].map((edge) => `$${7 + 4 * index + edge}`);
    return `select * from reports where ${isOffered}
      and lat between ${south} and ${north} and long between ${west} and ${east}`;
  });
  const edges = boxes.flatMap(({ south, north, west, east }) => [south, north, west, east]);
  return allValues(
    db,
    `select ${nearbyJson('round(metres)::int')}
     from (${found.join(' union all ')}) as reports
     cross join lateral (select sphere_distance($4, $5, ${of}, ${from}) as metres offset 0) as far
     where metres <= $6 order by metres, created_at desc limit ${most}`,
    [tehsils, issue, residentId, lat, long, metres, ...edges],
  );
}

/** How alike words must be: from 0 to 1. */
const alike = 0.45;

/**
 * SQL: whether places can be so much alike, by their bits (schema/013-lists-of-neighbours.sql): a word similarity is at most the part of the
 * trigrams that are shared, and `alike` the mean of two. A little less is let through, as a bit may stand for several trigrams. Comparing
 * bits takes a thousandth of comparing words, which only one of thirty places is left for.
 */
export const canBeAlike = (one: string, other: string) =>
  `bit_count(${one} & ${other}) * (bit_count(${one}) + bit_count(${other}))
    >= ${2 * alike - 0.1}::float8 * bit_count(${one}) * bit_count(${other})`;

/**
 * Open reports that came in lately at places with words alike, the likest first; of equal ones the newest. Each of the type and tehsil
 * that can be alike is compared, and no more of them are read than are answered.
 * @param words as `placeWords` makes them
 */
export const findAlike = (db: Db, { tehsils, issue, residentId }: Asked, words: string) =>
  allValues<SeenNearby>(
    db,
    `with asked as materialized (select place_bits($4) as bits), alike as materialized (
       select report_id, score, created_at from asked cross join report_places
       cross join lateral (select (word_similarity($4, words) + word_similarity(words, $4)) / 2 as score offset 0) as compared
       where tehsil = any($1) and issue = $2 and is_open and created_at > now() - interval '${placesKept}'
         and ${canBeAlike('report_places.bits', 'asked.bits')} and score >= ${alike}
       order by score desc, created_at desc
     )
     select nearby from alike cross join lateral (
       select ${nearbyJson('null')} as nearby from reports where id = alike.report_id and ${isOffered} offset 0) as offered
     limit ${most}`,
    [tehsils, issue, residentId, words],
  );
