/** The table `reports`: what a new row is written with, and what residents and administrators see of each. */
import { AdminReport, deletedUser, RequestRow } from '@tma/contracts';
import { type Db, named, type Tx } from '@tma/kit';
import type { z } from 'zod';

export type SeenByResident = z.infer<typeof RequestRow>;
export type SeenByAdmin = z.infer<typeof AdminReport>;

/** The columns that hold the texts of the form, under the same names. */
export const textColumns = ['issue', 'location', 'description', 'schedule'] as const;

/**
 * The columns that a new report is written with. A field of the contract that has the name of one of them is read from
 * it; any other needs an expression below.
 */
const written = [
  'id',
  'reference',
  'user_id',
  'reporter_name',
  'reporter_email',
  ...textColumns,
  'tehsil',
  'status',
  'image',
  'document',
] as const;
type Written = (typeof written)[number];
/** `due`: the day on whose end an answer is due. */
type NewRow = Record<Written, string | null> & { id: string; due: string };

/** Columns that a field of the contract is read from, too, and that begin with their default. */
const kept = ['closure', 'proof', 'disputes', 'due'] as const;
type Plain = Written | (typeof kept)[number];

/** Every column that lists and answers are made of. */
export const reportColumns = [...written, ...kept, 'assignee', 'created_at', 'updated_at', 'version'].join(', ');

type Expressions<Seen> = Record<Exclude<keyof Seen, Plain>, string> & { [Field in keyof Seen & Plain]?: string };

/** `$1` is the caller: the reporter shows in the caller's own reports only. */
const residentExpressions: Expressions<SeenByResident> = {
  user_id: 'case when user_id = $1 then user_id end',
  created_at: 'rfc3339(created_at)',
  updated_at: 'rfc3339(updated_at)',
};
const adminExpressions: Omit<Expressions<SeenByAdmin>, 'overdue'> = {
  name: 'reporter_name',
  userId: 'user_id',
  created_at: 'rfc3339(created_at)',
  updated_at: 'rfc3339(updated_at)',
  etag: `'"' || version || '"'`,
  // The name is read for the rows of a page alone.
  assignee: `case when assignee is not null then json_build_object('id', assignee,
    'name', (select administrators.name from administrators where administrators.id = assignee)) end`,
};

const jsonObject = (fields: readonly string[], expressions: { [field: string]: string | undefined }) =>
  `json_build_object(${fields.map((field) => `'${field}', ${expressions[field] ?? field}`).join(', ')})`;

/** SQL: fields of `RequestRow` as a resident sees them; `$1` is that resident's id. */
export function residentColumns(fields: readonly string[]): string {
  const expressions: { [field: string]: string | undefined } = residentExpressions;
  return fields.map((field) => (expressions[field] ? `${expressions[field]} as ${field}` : field)).join(', ');
}

/** SQL: a `RequestRow` as its own reporter sees it, as JSON. */
export const ownReportJson = jsonObject(Object.keys(RequestRow.shape), { ...residentExpressions, user_id: 'user_id' });

/** SQL: an `AdminReport` as JSON. @param today the placeholder of the current day, `YYYY-MM-DD` */
export const adminReportJson = (today: string) =>
  jsonObject(Object.keys(AdminReport.shape), {
    ...adminExpressions,
    overdue: `coalesce(status in ('Open', 'In Progress') and due < ${today}::date, false)`,
  });

/** The moment a UUIDv7 was made, to the millisecond (RFC 9562, 5.7). It is a report's `created_at`: lists page by either. */
export const timeOfId = (id: string) => new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16));

/** The smallest UUIDv7 of a moment, in milliseconds since 1970. */
export const firstIdAt = (moment: number) =>
  `${moment.toString(16).padStart(12, '0').replace(/.{8}/, '$&-')}-7000-8000-000000000000`;

const insertStatement = named(`with report as (
    insert into reports (${written.join(', ')}, created_at, updated_at, due)
    values (${written.map((_, index) => `$${index + 1}`).join(', ')}, $${written.length + 1}, $${written.length + 1},
      $${written.length + 2})
    returning ${reportColumns}
  ), entry as (
    insert into history (report_id, at, kind, status, schedule, made_by)
    select id, created_at, 'created', status, schedule, 'resident' from report
  )
  select ${ownReportJson} as row from report`);

/**
 * Inserts a report and the first entry of its history; `created_at` is the time in its id.
 * @returns the row as its reporter sees it. Violates `reports_reference` when the reference is taken.
 */
export async function insertReport(tx: Tx, report: NewRow): Promise<SeenByResident> {
  const values = [...written.map((column) => report[column]), timeOfId(report.id), report.due];
  const { rows } = await tx.query<{ row: SeenByResident }>(insertStatement, values);
  if (!rows[0]) throw new Error('insert returned no row');
  return rows[0].row;
}

/**
 * When a person's report that is `count` reports back will be older than `seconds`.
 * @returns milliseconds until then; null when there are fewer reports that young
 */
export async function reportLeavesWindow(
  db: Db,
  userId: string,
  count: number,
  seconds: number,
): Promise<number | null> {
  const { rows } = await db.query<{ ms: number }>(
    named(`select extract(epoch from created_at - now() + make_interval(secs => $3))::float8 * 1000 as ms from reports
     where user_id = $1 and created_at > now() - make_interval(secs => $3)
     order by created_at desc offset $2 limit 1`),
    [userId, count - 1, seconds],
  );
  return rows[0]?.ms ?? null;
}

/** Removes the reporter's identity and document from their reports; the reports stay. */
export async function eraseReporter(tx: Tx, userId: string): Promise<void> {
  await tx.query(
    `update reports set user_id = null, reporter_name = $2, reporter_email = null, document = null,
       version = version + 1
     where user_id = $1`,
    [userId, deletedUser],
  );
}
