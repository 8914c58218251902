/** The tables of what reports are found by; docs/decisions/042-search-is-our-own-words.md says why. */
import { type Db, named, type Pool, type Tx, transaction } from '@tma/kit';
import { type Indexed, keysOf, type Search, signOf } from '../search/words.ts';
import { timeOfId } from './reports.store.ts';

/** Writes the keys of a report that is inserted in the same transaction. */
export async function insertKeys(tx: Tx, id: string, report: Indexed): Promise<void> {
  await tx.query(
    named(`insert into report_words (report_id, keys) values ($1, array_to_tsvector($2::text[]))
     on conflict (report_id) do update set keys = excluded.keys`),
    [id, keysOf(report, timeOfId(id).getTime())],
  );
}

/** SQL of a list of reports, newest first, with the values of its parameters. */
export interface Rows {
  /** Of `reports`. */
  condition: string;
  values: readonly unknown[];
  /** The ids and times of its first rows. */
  first: (rows: number) => string;
}

interface Walked {
  /** The reports that match, newest first. */
  ids: string[];
  /** The last report that was looked at, where fewer than were wanted match; null there: the rows are at their end. */
  last: string | null;
}

const newestFirst = 'order by created_at desc, id desc';
/** A subquery of its own for each row, so that Postgres never looks all matches up first. */
const matches = (id: string, exact: string) =>
  `(select keys @@ ${exact}::tsquery from report_words where report_id = ${id})`;

/** SQL: the condition that a report of the tehsil matches a search. @param parameter adds a parameter and returns its placeholder */
export const isMatch = (tehsil: string, { exact }: Search, parameter: (value: unknown) => string) =>
  `id in (select report_id from report_words where keys @@ ${parameter(`(${exact}) & '${signOf(tehsil)}'`)}::tsquery)`;

/** Looks at the next `rows` of a list one by one, until `wanted` of them match. */
export async function walk(
  db: Db,
  { first, values }: Rows,
  { exact }: Search,
  rows: number,
  wanted: number,
): Promise<Walked> {
  const given = `$${values.length + 1}`;
  const { rows: found } = await db.query<Walked>(
    `with found as materialized (
       select id, created_at from (${first(rows)}) as walked where ${matches('walked.id', given)}
       ${newestFirst} limit ${wanted})
     select coalesce(array_agg(id ${newestFirst}), '{}') as ids,
       case when count(*) < ${wanted} then (select id from (${first(rows)}) as all_rows offset ${rows - 1}) end as last
     from found`,
    [...values, exact],
  );
  if (!found[0]) throw new Error('an aggregate returned no row');
  return found[0];
}

interface Stretch {
  /** The key of a block. */
  key: string;
  /** Only matches that come after this report are wanted. */
  before: string | undefined;
  /** So many matches at most. */
  most: number;
}

interface LookedUp {
  /** The newest matches that are in the list, newest first. */
  ids: string[];
  /** How many matches the stretch has, wanted or not. */
  candidates: number;
}

/**
 * Looks all matches of a search up in a stretch of time, and takes the newest of those that are in a list. Ids begin with the
 * time of their report, so their order is that of the list: of what matches, only what a page takes is compared with the list.
 * @returns null where there are more than `most`
 */
export async function lookUp(
  db: Db,
  { condition, values: given }: Rows,
  { exact, quick }: Search,
  { key, before, most }: Stretch,
  wanted: number,
): Promise<LookedUp | null> {
  const values = [...given];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const isExact = exact === quick ? '' : `and ${matches('id', parameter(exact))}`;
  // Not a condition of the candidates: Postgres would read half of all ids by their index, too.
  const isBefore = before === undefined ? '' : `where report_id < ${parameter(before)}::uuid`;
  const { rows } = await db.query<LookedUp>(
    `with candidates as materialized (
       select report_id from report_words where keys @@ ${parameter(`(${quick}) & '${key}'`)}::tsquery limit ${most + 1}),
     found as materialized (
       select report_id from (select report_id from candidates ${isBefore} order by report_id desc offset 0) as newest
       cross join lateral (select from reports where id = report_id and ${condition} ${isExact} offset 0) as report
       where (select count(*) from candidates) <= ${most} order by report_id desc limit ${wanted})
     select (select count(*)::int from candidates) as candidates,
       (select coalesce(array_agg(report_id order by report_id desc), '{}') from found) as ids`,
    values,
  );
  if (!rows[0]) throw new Error('an aggregate returned no row');
  return rows[0].candidates > most ? null : rows[0];
}

/**
 * Makes the keys of some reports that have none, the newest first. What another instance has begun with is left to it.
 * @returns how many
 */
export const fillKeys = (pool: Pool, most: number): Promise<number> =>
  transaction(pool, async (tx) => {
    const { rows: missing } = await tx.query<{ report_id: string }>(
      `select report_id from report_words where keys is null order by report_id desc limit $1 for update skip locked`,
      [most],
    );
    if (missing.length === 0) return 0;
    // Read once they are locked: what changes from here on waits, and takes the keys away again.
    await writeKeys(
      tx,
      missing.map(({ report_id }) => report_id),
    );
    return missing.length;
  });

/** Makes the keys of reports anew. */
export async function writeKeys(tx: Tx, ids: readonly string[]): Promise<void> {
  const { rows } = await tx.query<Indexed & { id: string }>(
    `select id, reference, location, description, reporter_name as name, tehsil from reports where id = any($1::uuid[])`,
    [ids],
  );
  // One text for each report: a list of lists would have to be rectangular.
  const keys = rows.map((report) => JSON.stringify(keysOf(report, timeOfId(report.id).getTime())));
  await tx.query(
    `update report_words set keys = array_to_tsvector(array(select jsonb_array_elements_text(given.keys::jsonb)))
     from unnest($1::uuid[], $2::text[]) as given (id, keys) where report_id = given.id`,
    [rows.map(({ id }) => id), keys],
  );
}

/** Notes that some more of the reports of before have no keys. @returns false once all were, or while another instance does it */
export async function takeUpOld(db: Db, most: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `with place as (select before from report_words_fill for update skip locked),
     next as materialized (
       select id from reports where id < (select before from place) order by id desc limit $1),
     noted as (insert into report_words (report_id) select id from next on conflict do nothing),
     ended as (
       delete from report_words_fill where exists (select from place) and not exists (select from next))
     update report_words_fill set before = (select id from next order by id limit 1) where exists (select from next)`,
    [most],
  );
  return rowCount === 1;
}
