/** Reports as administrators see them, made into JSON by Postgres. */
import { limits } from '@tma/contracts';
import { type Db, named } from '@tma/kit';
import type { Conditions } from '../filters.ts';
import type { Search } from '../search/words.ts';
import { isBefore, readPage, stampColumns } from './page.store.ts';
import { adminReportJson, reportColumns, type SeenByAdmin } from './reports.store.ts';
import { isMatch, type Rows } from './search.store.ts';

/** One page of a tehsil's list. */
export interface AdminQuery {
  tehsil: string;
  conditions: Conditions;
  limit: number;
  /** Only reports that come after this one. */
  before?: string | undefined;
  /** The page itself, where it was found by words. */
  found?: FoundPage;
}

/** The reports of a page, newest first, and the `before` of the next page; null when none follows. */
export interface FoundPage {
  ids: string[];
  next: string | null;
}

export interface AdminPage {
  /** A JSON array. */
  json: string;
  /** The id of the page's last report when more follow. */
  next: string | null;
  /** Differs whenever the page does. */
  stamp: string;
}

/** The `where` of a filter in a tehsil, with its parameters. */
function whereOf(tehsil: string, { status, scheduled, day, disputed }: Conditions) {
  const values: unknown[] = [tehsil];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const conditions = ['tehsil = $1'];
  // Literals, not parameters: Postgres chooses the partial indexes by them.
  if (status !== undefined) conditions.push(`status = '${status.replaceAll("'", "''")}'`);
  if (scheduled !== undefined) conditions.push(`schedule is ${scheduled ? 'not null' : 'null'}`);
  if (disputed) conditions.push("needs_proof and status in ('Open', 'In Progress')");
  if (day !== undefined) conditions.push(`schedule = ${parameter(day)}`);
  return { conditions, values, parameter };
}

/** SQL of the reports of a list, newest first, that come after `before` and match. */
export function rowsOf(
  { tehsil, conditions: wanted, before }: Omit<AdminQuery, 'limit'>,
  search: Search | null = null,
): Rows {
  const { conditions, values, parameter } = whereOf(tehsil, wanted);
  if (before !== undefined) conditions.push(isBefore(before, parameter));
  if (search) conditions.push(isMatch(tehsil, search, parameter));
  return { conditions, values };
}

/** SQL of the page and the row after it, numbered by `place`, with its parameters. */
function pageOf(columns: string, { tehsil, conditions: wanted, limit, before, found }: AdminQuery) {
  const { conditions, values, parameter } = whereOf(tehsil, wanted);
  if (found) conditions.push(`id = any(${parameter(found.ids)}::uuid[])`);
  else if (before !== undefined) conditions.push(isBefore(before, parameter));
  const page = `select ${columns}, row_number() over (order by created_at desc, id desc) as place from reports
    where ${conditions.join(' and ')} order by created_at desc, id desc limit ${limit + 1}`;
  return { page, values };
}

const nextColumn = (limit: number) =>
  `case when count(*) > ${limit} then (array_agg(id) filter (where place = ${limit}))[1] end as next`;
const isPrepared = ({ limit }: AdminQuery) => limit === limits.page.default || limit === limits.page.max;

/** A page of a tehsil's reports, newest first. */
export async function listAdminReports(db: Db, query: AdminQuery): Promise<AdminPage> {
  const { page, values } = pageOf(reportColumns, query);
  const found = await readPage<AdminPage>(
    db,
    `select coalesce(json_agg(${adminReportJson} order by place) filter (where place <= ${query.limit}), '[]')::text as json,
       ${nextColumn(query.limit)}, ${stampColumns} from (${page}) as page`,
    values,
    isPrepared(query),
  );
  return { ...found, ...query.found, stamp: adminReportJson + found.stamp };
}

/** The stamp and the next page of the same page, without its rows. */
export async function stampAdminReports(db: Db, query: AdminQuery): Promise<Omit<AdminPage, 'json'>> {
  const { page, values } = pageOf('id, version', query);
  const text = `select ${nextColumn(query.limit)}, ${stampColumns} from (${page}) as page`;
  const found = await readPage<Omit<AdminPage, 'json'>>(db, text, values, isPrepared(query));
  return { ...found, ...query.found, stamp: adminReportJson + found.stamp };
}

/** How many reports of a tehsil a filter matches, by an index. For those that the kept counts cannot answer. */
export async function countAdminReports(db: Db, tehsil: string, wanted: Conditions): Promise<number> {
  const { conditions, values } = whereOf(tehsil, wanted);
  const { rows } = await db.query<{ reports: number }>(
    `select count(*)::int as reports from reports where ${conditions.join(' and ')}`,
    values,
  );
  return rows[0]?.reports ?? 0;
}

/** One report, which must exist. */
export async function readAdminReport(db: Db, id: string): Promise<SeenByAdmin> {
  const { rows } = await db.query<{ report: SeenByAdmin }>(
    named(`select ${adminReportJson} as report from reports where id = $1`),
    [id],
  );
  if (!rows[0]) throw new Error(`report ${id} is missing`);
  return rows[0].report;
}
