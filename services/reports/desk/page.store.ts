/** What the lists of residents and of administrators share: pages by key, and stamps for their ETags (decision 008). */
import type { Box } from '@tma/contracts';
import { type Db, onlyRow, onlyValue } from '@tma/kit';
import { timeOfId } from '../report/reports.store.ts';

/**
 * SQL: how many rows `page` has, and a stamp of the ids and versions in it, of waiting proofs and supporters: it differs
 * whenever a row does.
 * Comparing stamps lets a service answer two to three times as many unchanged lists (304) as writing each list out
 * would; `sharedReads` adds half as much again where many callers poll the same list.
 */
export const stampColumns = `count(*)::int as rows, coalesce(md5(string_agg(concat_ws(':', page.id, page.version, page.proof_waiting, page.supports), ' ')), '') as stamp`;

/** The columns of a page that a stamp is made of. */
export const versionColumns = 'id, version, proof_waiting, supports';

interface Stamped {
  rows: number;
  stamp: string;
}

/**
 * Runs a statement that aggregates a page into one row, `stampColumns` among its columns.
 * @param prepared whether the text is one of few, so that each connection keeps its plan (planning is a fifth of the work)
 */
export const readPage = <More = object>(
  db: Db,
  text: string,
  values: unknown[],
  prepared: boolean,
): Promise<Stamped & More> => onlyRow(db, prepared ? text : { text }, values);

/** SQL: the position of report `id` in a list. @param parameter adds a parameter and returns its placeholder */
export const positionOf = (id: string, parameter: (value: unknown) => string) => ({
  at: `to_timestamp(${parameter(timeOfId(id).getTime())}::double precision / 1000)`,
  id: `${parameter(id)}::uuid`,
});

/**
 * SQL: the condition that a row comes after a position in a list, newest first (`<`), or does not (`>=`). Written as a
 * comparison of both columns, so that each filter's index can start there.
 */
export const isBefore = ({ at, id }: ReturnType<typeof positionOf>, operator: '<' | '>=' = '<') =>
  `(created_at, id) ${operator} (${at}, ${id})`;

/** Up to so many reports of a part of the map are read and sorted. With more, the list is read in its order: a page is soon full. */
const mostSorted = 15_000;

/**
 * Whether few reports have a point within a part of the map. Postgres would guess it from its two sides, each by itself: of towns that lie
 * in a diagonal it takes the empty corner for full, and reads the whole list. The order has it read the index, whatever it guesses.
 * @param tehsil where only those of one are asked for
 */
export function areFewIn(db: Db, box: Box, tehsil: string | undefined): Promise<boolean> {
  const values: unknown[] = [];
  const points = pointsIn(box, tehsil, (value) => `$${values.push(value)}`);
  const found = `select from reports where ${points} order by lat, long limit ${mostSorted + 1}`;
  return onlyValue(db, { text: `select count(*) <= ${mostSorted} from (${found}) as found` }, values);
}

/** SQL: whether a report is one of these few. They are an array: of a subquery Postgres would guess once more how many there are. */
export const isOfFewIn = (box: Box, tehsil: string | undefined, parameter: (value: unknown) => string) =>
  `id = any(array(select id from reports where ${pointsIn(box, tehsil, parameter)} order by lat, long limit ${mostSorted}))`;

const pointsIn = (box: Box, tehsil: string | undefined, parameter: (value: unknown) => string) =>
  [isIn(box, parameter), ...(tehsil === undefined ? [] : [`tehsil = ${parameter(tehsil)}`])].join(' and ');

/** SQL: a condition whose share of rows Postgres cannot estimate, so that it reads a list in its order until enough rows meet it. */
export const withoutEstimate = (condition: string) => `case when ${condition} then true else false end`;

/** SQL: whether a report has a point within a part of the map. @param parameter adds a parameter and returns its placeholder */
export const isIn = ({ west, south, east, north }: Box, parameter: (value: unknown) => string) =>
  `lat between ${parameter(south)} and ${parameter(north)} and long between ${parameter(west)} and ${parameter(east)}`;
