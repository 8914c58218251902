/** Reports as administrators see them, made into JSON by Postgres. */
import { limits } from '@tma/contracts';
import { type Db, named } from '@tma/kit';
import type { Conditions } from '../filters.ts';
import { isBefore, readPage, stampColumns } from './page.store.ts';
import { adminReportJson, reportColumns, type SeenByAdmin } from './reports.store.ts';

/** One page of a tehsil's list. */
export interface AdminQuery {
  tehsil: string;
  /** The current day, `YYYY-MM-DD`: what is overdue depends on it. */
  today: string;
  conditions: Conditions;
  limit: number;
  /** Only reports that come after this one. */
  before?: string | undefined;
}

export interface AdminPage {
  /** A JSON array. */
  json: string;
  /** The id of the page's last report when more follow. */
  next: string | null;
  /** Differs whenever the page does. */
  stamp: string;
}

const isOpen = "status in ('Open', 'In Progress')";

/** The `where` of a filter in a tehsil, with its parameters. */
function whereOf(tehsil: string, wanted: Conditions) {
  const { status, scheduled, day, disputed, dueBefore, mine, issue, assignee } = wanted;
  const values: unknown[] = [tehsil];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const conditions = ['tehsil = $1'];
  // Literals, not parameters: Postgres chooses the partial indexes by them.
  if (status !== undefined) conditions.push(`status = '${status.replaceAll("'", "''")}'`);
  if (scheduled !== undefined) conditions.push(`schedule is ${scheduled ? 'not null' : 'null'}`);
  if (disputed) conditions.push(`needs_proof and ${isOpen}`);
  if (day !== undefined) conditions.push(`schedule = ${parameter(day)}`);
  if (dueBefore !== undefined) conditions.push(`due < ${parameter(dueBefore)}::date and ${isOpen}`);
  if (mine !== undefined) conditions.push(`assignee = ${parameter(mine)} and ${isOpen}`);
  if (issue !== undefined) conditions.push(`issue = ${parameter(issue)}`);
  if (assignee === null) conditions.push('assignee is null');
  else if (assignee !== undefined) conditions.push(`assignee = ${parameter(assignee)}`);
  return { conditions, values, parameter };
}

/** SQL of the page and the row after it, numbered by `place`, with its parameters. */
function pageOf(columns: string, { tehsil, conditions: wanted, limit, before }: AdminQuery) {
  const { conditions, values, parameter } = whereOf(tehsil, wanted);
  if (before !== undefined) conditions.push(isBefore(before, parameter));
  const page = `select ${columns}, row_number() over (order by created_at desc, id desc) as place from reports
    where ${conditions.join(' and ')} order by created_at desc, id desc limit ${limit + 1}`;
  return { page, values, parameter };
}

const nextColumn = (limit: number) =>
  `case when count(*) > ${limit} then (array_agg(id) filter (where place = ${limit}))[1] end as next`;
/** Queries of a few texts: what narrows a filter makes many. */
const isPrepared = ({ limit, conditions: { issue, assignee } }: AdminQuery) =>
  (limit === limits.page.default || limit === limits.page.max) && issue === undefined && assignee === undefined;
/** Differs whenever a page does that has these rows. */
const stampOf = (rows: string, { today }: AdminQuery) => [adminReportJson(''), today, rows].join(' ');

/** A page of a tehsil's reports, newest first. */
export async function listAdminReports(db: Db, query: AdminQuery): Promise<AdminPage> {
  const { page, values, parameter } = pageOf(reportColumns, query);
  const found = await readPage<AdminPage>(
    db,
    `select coalesce(json_agg(${adminReportJson(parameter(query.today))} order by place) filter (where place <= ${query.limit}), '[]')::text as json,
       ${nextColumn(query.limit)}, ${stampColumns} from (${page}) as page`,
    values,
    isPrepared(query),
  );
  return { ...found, stamp: stampOf(found.stamp, query) };
}

/** The stamp and the next page of the same page, without its rows. */
export async function stampAdminReports(db: Db, query: AdminQuery): Promise<Omit<AdminPage, 'json'>> {
  const { page, values } = pageOf('id, version', query);
  const text = `select ${nextColumn(query.limit)}, ${stampColumns} from (${page}) as page`;
  const found = await readPage<Omit<AdminPage, 'json'>>(db, text, values, isPrepared(query));
  return { ...found, stamp: stampOf(found.stamp, query) };
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

/** One report, which must exist. @param today the current day, `YYYY-MM-DD` */
export async function readAdminReport(db: Db, id: string, today: string): Promise<SeenByAdmin> {
  const { rows } = await db.query<{ report: SeenByAdmin }>(
    named(`select ${adminReportJson('$2')} as report from reports where id = $1`),
    [id, today],
  );
  if (!rows[0]) throw new Error(`report ${id} is missing`);
  return rows[0].report;
}
