/** Reports as residents see them (`/rest/v1/requests`), made into JSON by Postgres. */
import { type Box, limits, RequestRow } from '@tma/contracts';
import { allValues, type Db, onlyValue, type Page, type RestQuery, type Rows } from '@tma/kit';
import { countWhere, isCounted } from '../report/counts.store.ts';
import { reportColumns, residentColumns, rounding } from '../report/reports.store.ts';
import {
  areFewIn,
  isBefore,
  isIn,
  isOfFewIn,
  positionOf,
  readPage,
  stampColumns,
  versionColumns,
  withoutEstimate,
} from './page.store.ts';

/** What is asked for, perhaps of a part of the map. */
export interface RequestsQuery extends RestQuery {
  box?: Box;
}

const larger = ({ west, south, east, north }: Box): Box => ({
  west: west - rounding,
  south: south - rounding,
  east: east + rounding,
  north: north + rounding,
});

/**
 * SQL: whether the point that others see, which is rounded, is within a part of the map; by the whole one a caller could find out what
 * was rounded away. The larger part is what the index finds.
 */
const isShownIn = (box: Box, parameter: (value: unknown) => string) =>
  withoutEstimate(`${isIn(larger(box), parameter)} and round(lat::numeric, 4) between ${parameter(box.south)} and ${parameter(box.north)}
   and round(long::numeric, 4) between ${parameter(box.west)} and ${parameter(box.east)}`);

/** Those of a part of the map, where they are few; undefined where they are many, and of no part. */
async function fewOf(db: Db, { box, filters }: RequestsQuery): Promise<Few | undefined> {
  const tehsil = filters.find(({ column }) => column === 'tehsil')?.value;
  if (!box || !(await areFewIn(db, larger(box), tehsil))) return undefined;
  return (parameter) => isOfFewIn(larger(box), tehsil, parameter);
}
type Few = (parameter: (value: unknown) => string) => string;

/** The conditions of a query's filters, with their parameters; `$1` is the caller. */
function filterBy(callerId: string, { filters, box }: RequestsQuery) {
  const values: unknown[] = [callerId];
  // `$1` must be used whatever columns are selected, or Postgres cannot infer its type.
  const conditions = ['$1::uuid is not null'];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  for (const { column, value } of filters) {
    conditions.push(`${column} = ${parameter(value)}`);
    if (column === 'user_id') conditions.push('user_id = $1');
  }
  if (box) conditions.push(isShownIn(box, parameter));
  return { conditions, values, parameter };
}

/** Who sees more than others: the reporters of hidden reports. They are few. */
export async function reportersOfHidden(db: Db): Promise<ReadonlySet<string>> {
  const text = 'select distinct user_id from reports where hidden and user_id is not null';
  return new Set(await allValues<string>(db, text));
}

/** SQL: the condition that a row comes after report `before` in the list (`<`), or does not (`>=`). */
const isAfter = (q: RequestsQuery, before: string, operator: '<' | '>=', parameter: (value: unknown) => string) =>
  q.filters.length === 0 ? `id ${operator} ${parameter(before)}` : isBefore(positionOf(before, parameter), operator);

/** Ids are in the order of time, so both orders are the same: the first has the primary key, the other each filter's index. */
const orderOf = ({ filters }: RequestsQuery, direction: 'asc' | 'desc') =>
  filters.length === 0 ? `id ${direction}` : `created_at ${direction}, id ${direction}`;

/** SQL: a hidden report is in its reporter's lists alone. The kept counts go on counting it. */
const isSeen = '(not hidden or user_id = $1)';

/**
 * Whether a page is merged from one of each status: no index has the reports of one issue type in one tehsil in their order. Where these are
 * few, the list of either would be read to its end.
 */
function isMerged({ filters, box }: RequestsQuery): boolean {
  const columns = new Set(filters.map(({ column }) => column));
  return !box && columns.size === 2 && columns.has('tehsil') && columns.has('issue');
}

/** SQL: the first rows of each status, as `page`. The kept counts name the statuses that there are. @param first the order and how many */
function ofEachStatus(
  { filters }: RequestsQuery,
  where: string,
  first: string,
  parameter: (value: unknown) => string,
): string {
  const kept = filters.map(({ column, value }) => `${column} = ${parameter(value)}`).join(' and ');
  return `(select distinct status from report_counts where ${kept} and reports > 0) as kind cross join lateral (
      select id, created_at from reports where ${where} and reports.status = kind.status ${first}
    ) as page`;
}

/** SQL of the page, with its parameters; `$1` is the caller. */
function pageOf(columns: string, callerId: string, q: RequestsQuery, few?: Few) {
  const { conditions, values, parameter } = filterBy(callerId, q);
  if (q.before !== undefined) conditions.push(isAfter(q, q.before, '<', parameter));
  if (few) conditions.push(few(parameter));
  const where = [...conditions, isSeen].join(' and ');
  const order = `order by ${orderOf(q, q.order[0]?.ascending ? 'asc' : 'desc')}`;
  const rows = `limit ${q.limit} offset ${q.offset}`;
  if (!isMerged(q)) return { page: `select ${columns} from reports where ${where} ${order} ${rows}`, values };
  const merged = ofEachStatus(q, where, `${order} limit ${q.limit + q.offset}`, parameter);
  const page = `select ${columns} from reports where id in (select page.id from ${merged} ${order} ${rows}) ${order}`;
  return { page, values };
}

/**
 * Reports as a resident may see them: a filter by another's user id finds nothing. A hidden report is in
 * its reporter's lists alone. Otherwise the stamp does not depend on the caller, though what they see of their own rows does.
 */
export async function listRequests(db: Db, callerId: string, q: RequestsQuery): Promise<Rows & Required<Page>> {
  const { page, values } = pageOf(reportColumns, callerId, q, await fewOf(db, q));
  const total = q.count ? await countRequests(db, callerId, q) : null;
  const columns = residentColumns(q.select);
  const found = await readPage<{ json: string }>(
    db,
    `select coalesce(json_agg(seen), '[]')::text as json, ${stampColumns}
     from (${page}) as page cross join lateral (select ${columns}) as seen`,
    values,
    isPrepared(q),
  );
  return { ...found, total, stamp: columns + found.stamp };
}

/** The stamp and the size of the same page, without its rows. */
export async function stampRequests(db: Db, callerId: string, q: RequestsQuery): Promise<Required<Page>> {
  const { page, values } = pageOf(versionColumns, callerId, q, await fewOf(db, q));
  const total = q.count ? await countRequests(db, callerId, q) : null;
  const found = await readPage(db, `select ${stampColumns} from (${page}) as page`, values, isPrepared(q));
  return { ...found, total, stamp: residentColumns(q.select) + found.stamp };
}

const allColumns = Object.keys(RequestRow.shape).join();

/** Queries of a few shapes: all columns in their own order, at most one filter, a page of the default length. */
const isPrepared = ({ select, filters, box, limit, offset }: RequestsQuery) =>
  !box && select.join() === allColumns && filters.length <= 1 && limit === limits.page.default && offset === 0;

/** How many rows a query matches in all; null where that is not known. */
function countRequests(db: Db, callerId: string, q: RequestsQuery): Promise<number | null> {
  const isKept = q.filters.every(({ column }) => isCounted(column));
  const { text, values } = isKept ? countKept(callerId, q) : countOwn(callerId, q);
  return onlyValue(db, { text }, values);
}

/** A filter that is not among the kept counts is by id or by the caller, whose rows an index counts. */
function countOwn(callerId: string, q: RequestsQuery) {
  const { conditions, values, parameter } = filterBy(callerId, q);
  if (q.before !== undefined) conditions.push(isAfter(q, q.before, '<', parameter));
  return { text: `select count(*)::int as total from reports where ${[...conditions, isSeen].join(' and ')}`, values };
}

/**
 * The kept counts say how many there are in all. After a report (`id=lt.`) there are fewer, by those that come before it: they
 * are counted, but no more of them than `offset` may skip. Deeper in the list the number is not known.
 */
function countKept(callerId: string, q: RequestsQuery) {
  const { conditions, values, parameter } = filterBy(callerId, q);
  const all = countWhere(q.filters, parameter);
  const most = limits.page.maxOffset;
  if (q.before === undefined) conditions.push('false');
  else conditions.push(isAfter(q, q.before, '>=', parameter));
  const where = conditions.join(' and ');
  const first = `order by ${orderOf(q, 'asc')} limit ${most + 1}`;
  const passed = `select from ${isMerged(q) ? ofEachStatus(q, where, first, parameter) : `reports where ${where}`} ${first}`;
  const text = `select case when count(*) <= ${most} then greatest((${all}) - count(*), 0)::int end as total
    from (${passed}) as passed`;
  return { text, values };
}
