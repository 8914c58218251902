/** The keys that reports are found by; docs/decisions/042-search-uses-our-own-word-keys.md says why. */
import { allRows, allValues, type Db, execute, type Tx } from '@tma/kit';

/** What a report is found by. */
export interface Indexed {
  /** As `TMA-7K2M9PQR`. */
  reference: string;
  location: string;
  description: string;
  /** The reporter's. */
  name: string;
  tehsil: string;
}

/** A search, as texts of the type tsquery. */
export interface Search {
  /** True of exactly the reports that are meant. */
  exact: string;
  /** True of these and of few others: each key of it is found as it is. */
  quick: string;
  /** The key of all reports of the tehsil. */
  sign: string;
}

/** Writes the keys of a report that is inserted in the same transaction. */
export const insertKeys = (tx: Tx, id: string, keys: readonly string[]): Promise<void> =>
  execute(
    tx,
    `insert into report_words (report_id, keys) values ($1, array_to_tsvector($2::text[]))
     on conflict (report_id) do update set keys = excluded.keys`,
    [id, keys],
  );

/** Locks some reports that have no keys, the newest first, but not those that another instance has locked. @returns their ids */
export const lockWithoutKeys = (tx: Tx, most: number) =>
  allValues<string>(
    tx,
    'select report_id from report_words where keys is null order by report_id desc limit $1 for update skip locked',
    [most],
  );

/** What reports are found by. */
export const readIndexed = (db: Db, ids: readonly string[]) =>
  allRows<Indexed & { id: string }>(
    db,
    'select id, reference, location, description, reporter_name as name, tehsil from reports where id = any($1::uuid[])',
    [ids],
  );

export const saveKeys = (tx: Tx, reports: readonly { id: string; keys: readonly string[] }[]) =>
  execute(
    tx,
    `update report_words set keys = array_to_tsvector(array(select jsonb_array_elements_text(given.keys::jsonb)))
     from unnest($1::uuid[], $2::text[]) as given (id, keys) where report_id = given.id`,
    // One text for each report: a list of lists would have to be rectangular.
    [reports.map(({ id }) => id), reports.map(({ keys }) => JSON.stringify(keys))],
  );
