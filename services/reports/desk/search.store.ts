/** Finding reports by their words; docs/decisions/042-search-uses-our-own-word-keys.md says why. */
import { type Db, onlyRow, onlyValue } from '@tma/kit';
import type { Search } from '../report/search/words.store.ts';

/** SQL of a list of reports, newest first, with the values of its parameters. */
export interface Rows {
  /** Of `reports`. */
  condition: string;
  values: readonly unknown[];
  /** The ids and times of its first rows. */
  first: (rows: number) => string;
}

interface Scanned {
  /** The reports that match, newest first. */
  ids: string[];
  /** The last report that was looked at, where fewer than were wanted match; null there: the rows are at their end. */
  last: string | null;
}

/** SQL: the order of lists. */
export const newestFirst = 'order by created_at desc, id desc';
/** A subquery of its own for each row, so that Postgres never looks all matches up first. */
const matches = (id: string, exact: string) =>
  `(select keys @@ ${exact}::tsquery from report_words where report_id = ${id})`;

/** SQL: the condition that a report matches a search. @param parameter adds a parameter and returns its placeholder */
export const isMatch = ({ exact, sign }: Search, parameter: (value: unknown) => string) =>
  `id in (select report_id from report_words where keys @@ ${parameter(`(${exact}) & '${sign}'`)}::tsquery)`;

/** So many matches are read at most, to be put in an order that is not that of their ids. */
const mostSorted = 5000;

export function areFewMatches(db: Db, { exact, sign }: Search): Promise<boolean> {
  const text = `select count(*) <= ${mostSorted}
     from (select from report_words where keys @@ $1::tsquery limit ${mostSorted + 1}) as found`;
  return onlyValue(db, { text }, [`(${exact}) & '${sign}'`]);
}

/** Looks at the first `rows` of a list one by one, until `wanted` of them match. */
export function scanList(
  db: Db,
  { first, values }: Rows,
  { exact }: Search,
  rows: number,
  wanted: number,
): Promise<Scanned> {
  const given = `$${values.length + 1}`;
  const text = `with found as materialized (
       select id, created_at from (${first(rows)}) as scanned where ${matches('scanned.id', given)}
       ${newestFirst} limit ${wanted})
     select coalesce(array_agg(id ${newestFirst}), '{}') as ids,
       case when count(*) < ${wanted} then (select id from (${first(rows)}) as all_rows offset ${rows - 1}) end as last
     from found`;
  return onlyRow(db, { text }, [...values, exact]);
}

/**
 * Looks all matches of a search up, and takes the newest of those that are in a list. Ids begin with the time of their report, so
 * their order is that of the list: of what matches, only what a page takes is compared with the list.
 * @param before only matches that come after this report
 * @returns their ids, newest first
 */
export function searchIndex(
  db: Db,
  { condition, values: given }: Rows,
  { exact, quick, sign }: Search,
  before: string,
  wanted: number,
): Promise<string[]> {
  const values = [...given];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const isExact = exact === quick ? '' : `and ${matches('id', parameter(exact))}`;
  // `before` is no condition of the candidates: Postgres would read half of all ids by their index, too.
  const text = `with candidates as materialized (
       select report_id from report_words where keys @@ ${parameter(`(${quick}) & '${sign}'`)}::tsquery),
     found as materialized (
       select report_id from (
         select report_id from candidates where report_id < ${parameter(before)}::uuid order by report_id desc offset 0
       ) as newest
       cross join lateral (select from reports where id = report_id and ${condition} ${isExact} offset 0) as report
       order by report_id desc limit ${wanted})
     select coalesce(array_agg(report_id order by report_id desc), '{}') from found`;
  return onlyValue(db, { text }, values);
}
