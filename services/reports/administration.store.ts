/** Reports as administrators see them, made into JSON by Postgres. */
import { type AdminReport, limits } from '@tma/contracts';
import type { Db } from '@tma/kit';
import type { z } from 'zod';
import type { Wanted } from './filters.ts';
import { isBefore } from './keyset.store.ts';
import { readPage, stampColumns } from './page.store.ts';

type SeenByAdmin = z.infer<typeof AdminReport>;

/** A report as administrators see it. */
const adminObject = `json_build_object('id', id, 'reference', reference, 'issue', issue, 'location', location,
  'description', description, 'image', image, 'document', document, 'name', reporter_name, 'status', status,
  'userId', user_id, 'schedule', schedule, 'tehsil', tehsil, 'created_at', rfc3339(created_at),
  'updated_at', rfc3339(updated_at), 'etag', '"' || version || '"')`;

/** One of the pages of a tehsil's list. */
export interface AdminQuery {
  tehsil: string;
  wanted: Wanted;
  limit: number;
  /** Only what comes after this report. */
  before?: string | undefined;
}

export interface AdminPage {
  json: string;
  /** The id of the page's last report when more follow. */
  next: string | null;
  /** The same again, the same page. */
  stamp: string;
}

/** The page that is asked for and the row after it, numbered, in SQL with its parameters. */
function pageOf({ tehsil, wanted, limit, before }: AdminQuery) {
  const values: unknown[] = [tehsil];
  const conditions = ['tehsil = $1'];
  const value = (given: unknown) => `$${values.push(given)}`;
  // Written out, not as parameters: the partial indexes are chosen by them.
  if (wanted.status !== undefined) conditions.push(`status = '${statusLiteral(wanted.status)}'`);
  if (wanted.scheduled !== undefined) conditions.push(`schedule is ${wanted.scheduled ? 'not null' : 'null'}`);
  if (wanted.day !== undefined) conditions.push(`schedule = ${value(wanted.day)}`);
  if (before !== undefined) conditions.push(isBefore(before, value));
  const page = `select *, row_number() over (order by created_at desc, id desc) as place from reports
    where ${conditions.join(' and ')} order by created_at desc, id desc limit ${limit + 1}`;
  return { page, values };
}

const nextColumn = (limit: number) =>
  `case when count(*) > ${limit} then (array_agg(id) filter (where place = ${limit}))[1] end as next`;
const isUsual = ({ limit }: AdminQuery) => limit === limits.page.default || limit === limits.page.max;

/** A page of a tehsil's reports, newest first. */
export async function listAdmin(db: Db, query: AdminQuery): Promise<AdminPage> {
  const { page, values } = pageOf(query);
  const found = await readPage<AdminPage>(
    db,
    `select coalesce(json_agg(${adminObject} order by place) filter (where place <= ${query.limit}), '[]')::text as json,
       ${nextColumn(query.limit)}, ${stampColumns} from (${page}) as page`,
    values,
    isUsual(query),
  );
  return { ...found, stamp: adminObject + found.stamp };
}

/** The same page's stamp and next page, for a tenth of the work. */
export async function stampAdmin(db: Db, query: AdminQuery): Promise<Omit<AdminPage, 'json'>> {
  const { page, values } = pageOf(query);
  const text = `select ${nextColumn(query.limit)}, ${stampColumns} from (${page}) as page`;
  const found = await readPage<Omit<AdminPage, 'json'>>(db, text, values, isUsual(query));
  return { ...found, stamp: adminObject + found.stamp };
}

const statusLiteral = (status: string) => status.replaceAll("'", "''");

/** One report as administrators see it. */
export async function adminReport(db: Db, id: string): Promise<SeenByAdmin> {
  const { rows } = await db.query<{ report: SeenByAdmin }>(
    `select ${adminObject} as report from reports where id = $1`,
    [id],
  );
  if (!rows[0]) throw new Error('a report that was just there is gone');
  return rows[0].report;
}

/** A report's changes as a JSON array, oldest first, and who may see them; null when there is no such report. */
export async function history(db: Db, id: string) {
  const { rows } = await db.query<{ user_id: string | null; tehsil: string; json: string }>(
    `select user_id, tehsil, (
       select coalesce(json_agg(json_build_object('at', rfc3339(at), 'status', status, 'schedule', schedule,
         'by', made_by) order by position), '[]')::text
       from report_changes where report_id = reports.id) as json
     from reports where id = $1`,
    [id],
  );
  return rows[0] ?? null;
}
