/** The table `reports`: what a new row is written with, and what residents and administrators see of each. */
import {
  AdminReport,
  counted,
  phaseOf,
  ReportPlace,
  ReportTexts,
  RequestRow,
  readReference,
  id as uuidRule,
} from '@tma/contracts';
import { type Db, firstRow, firstValue, onlyValue, type Tx } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import type { z } from 'zod';
import type { Owned, Side } from './policy.ts';

export type SeenByResident = z.infer<typeof RequestRow>;
export type SeenByAdmin = z.infer<typeof AdminReport>;

/** The columns that hold the texts of the form, under the same names. */
export const textColumns = Object.keys(ReportTexts.shape) as (keyof typeof ReportTexts.shape)[];

export type Place = z.infer<typeof ReportPlace>;
const placeColumns = Object.keys(ReportPlace.shape) as (keyof Place)[];

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
  'reporter_contact',
  'reporter_language',
  'via',
  ...textColumns,
  'tehsil',
  'status',
  'phase',
  'image',
  'document',
  ...placeColumns,
  'shared',
] as const;
type Written = (typeof written)[number];

/**
 * `due`: the day at whose end an answer is due. `enteredBy`: the administrator who entered it for somebody else;
 * `system`: the name of the other system's key that brought it.
 */
type NewRow = Record<Exclude<Written, 'phase' | 'shared' | keyof Place>, string | null> &
  Place & { shared: boolean; id: string; status: string; due: string; enteredBy: string | null; system: string | null };

/** Further columns that fields of the contract are read from; a new report has their defaults. */
const kept = ['closure', 'proof', 'disputes', 'due', 'supports', 'hidden'] as const;
type Plain = Written | (typeof kept)[number];

/** Every column that lists and answers are made of. */
export const reportColumns = [
  ...written,
  ...kept,
  'assignee',
  'duplicate_of',
  'hidden_reason',
  'needs_proof',
  'proof_waiting',
  'created_at',
  'updated_at',
  'version',
].join(', ');

type Expressions<Seen> = Record<Exclude<keyof Seen, Plain>, string> & { [Field in keyof Seen & Plain]?: string };

/** SQL: the reference of the report that it is a duplicate of. */
const duplicateOf = `(select other.reference from (select id as other_id, reference from reports) as other
  where other.other_id = duplicate_of)`;

/** SQL: a coordinate as others see it, rounded. Searches near a point use it too: they would reveal the exact one. */
export const rounded = (column: string) => `round(${column}::numeric, 4)::float8`;
/** A little more than the largest error of that rounding, in degrees, as sums of doubles are not exact. */
export const rounding = 0.000_050_001;

/** SQL: texts, with commas. */
export const quoted = (texts: readonly string[]) => texts.map((text) => `'${text.replaceAll("'", "''")}'`).join(', ');

/** SQL: what everybody sees of a report that its reporter shares. */
export const ifShared = (value: string) => `case when shared then ${value} end`;

/** @param isOwn SQL: whether the reader reported it: only they see who reported it and where exactly */
const residentExpressions = (isOwn: string): Expressions<SeenByResident> => ({
  user_id: `case when ${isOwn} then user_id end`,
  created_at: 'rfc3339(created_at)',
  updated_at: 'rfc3339(updated_at)',
  lat: `case when ${isOwn} then lat else ${rounded('lat')} end`,
  long: `case when ${isOwn} then long else ${rounded('long')} end`,
  accuracy: `case when ${isOwn} then accuracy end`,
  duplicate_of: duplicateOf,
  hidden_reason: `case when ${isOwn} then hidden_reason end`,
});
const adminExpressions: Omit<Expressions<SeenByAdmin>, 'overdue'> = {
  name: 'reporter_name',
  userId: 'user_id',
  created_at: 'rfc3339(created_at)',
  updated_at: 'rfc3339(updated_at)',
  etag: `'"' || version || '"'`,
  // The name is read for the rows of a page alone.
  assignee: `case when assignee is not null then json_build_object('id', assignee,
    'name', (select administrators.name from administrators where administrators.id = assignee)) end`,
  duplicateOf,
  hiddenReason: 'hidden_reason',
  proofRequired: 'needs_proof',
  // After a dispute one that was sent before it is of no use until a closure is confirmed.
  proofWaiting: `case when status <> '${counted.completed}' then (
    select proofs.image from proofs where proofs.id = proof_waiting and (not needs_proof or proofs.at > (
      select max(answered_at) from closures where closures.report_id = proofs.report_id and state = 'disputed'))) end`,
};

/** SQL: an object of these fields, as JSON: each by its expression, else the column of its name. */
export const jsonObject = (fields: readonly string[], expressions: { [field: string]: string | undefined }) =>
  `json_build_object(${fields.map((field) => `'${field}', ${expressions[field] ?? field}`).join(', ')})`;

/** SQL: fields of `RequestRow` as a resident sees them; `$1` is that resident's id. */
export function residentColumns(fields: readonly string[]): string {
  const expressions: { [field: string]: string | undefined } = residentExpressions('user_id = $1');
  return fields.map((field) => (expressions[field] ? `${expressions[field]} as ${field}` : field)).join(', ');
}

/** SQL: a `RequestRow` as its own reporter sees it, as JSON. */
export const ownReportJson = jsonObject(Object.keys(RequestRow.shape), { ...residentExpressions('true') });

/** The fields that crew do not see: they would say whose report it is. */
const hiddenFromCrew = { name: null, userId: null, document: null } satisfies Partial<SeenByAdmin>;
const crewExpressions = Object.fromEntries(Object.keys(hiddenFromCrew).map((field) => [field, 'null']));

export const asCrew = (report: SeenByAdmin): SeenByAdmin => ({ ...report, ...hiddenFromCrew });

/** SQL: an `AdminReport` as JSON. @param today the placeholder of the current day, `YYYY-MM-DD` @param side who sees it */
export const adminReportJson = (today: string, side: 'office' | 'crew' = 'office') =>
  jsonObject(Object.keys(AdminReport.shape), {
    ...adminExpressions,
    ...(side === 'crew' && crewExpressions),
    overdue: `phase = 'open' and due < ${today}::date`,
  });

/** One report, which must exist. @param today the current day, `YYYY-MM-DD` */
export const readAdminReport = (db: Db, id: string, today: string): Promise<SeenByAdmin> =>
  onlyValue(db, `select ${adminReportJson('$2')} from reports where id = $1`, [id, today]);

/** The owner, tehsil and assignee of a report; null when there is none with this id. */
export const ownerOf = (db: Db, id: string): Promise<Owned | null> =>
  firstRow(db, 'select user_id, tehsil, assignee from reports where id = $1', [id]);

/** A report, with its owner, tehsil and assignee. */
interface FoundReport extends Owned {
  /** As that side sees it. */
  json: string;
  version: number;
  /** Whether the JSON changes only with the version: false if the report is overdue or supported, or a proof waits. */
  isVersioned: boolean;
}

const isVersioned = 'supports = 0 and proof_waiting is null';
const asReporter = `${ownReportJson}::text as json, ${isVersioned} and $2::date is not null as "isVersioned"`;
const asStaff = (side: 'office' | 'crew') =>
  `${adminReportJson('$2', side)}::text as json, ${isVersioned} and not (phase = 'open' and due < $2::date) as "isVersioned"`;

/** Reads a report; null when there is none of this id. @param side who sees it @param today the current day, `YYYY-MM-DD` */
export const readReportAs = (db: Db, id: string, side: Side, today: string): Promise<FoundReport | null> =>
  firstRow(
    db,
    `select user_id, tehsil, assignee, version, ${side === 'reporter' ? asReporter : asStaff(side)} from reports where id = $1`,
    [id, today],
  );

/** A report by its id or its reference, in any case, as somebody names it. @returns its id; null when there is none */
export async function findReport(db: Db, name: string): Promise<string | null> {
  if (uuidRule.safeParse(name).success) return firstValue(db, 'select id from reports where id = $1', [name]);
  const reference = readReference(name.trim());
  return reference && firstValue<string>(db, 'select id from reports where reference = $1', [reference]);
}

/** A new report's id: a UUIDv7 with the time by the database's clock, as its other times are. */
export async function newReportId(db: Db): Promise<string> {
  const text = 'select floor(extract(epoch from clock_timestamp()) * 1000)::float8';
  return uuid({ msecs: await onlyValue<number>(db, text) });
}

/** The time in a UUIDv7, to the millisecond (RFC 9562, 5.7). It is a report's `created_at`, so lists page by either. */
export const timeOfId = (id: string) => new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16));

const insertStatement = `with report as (
    insert into reports (${written.join(', ')}, created_at, updated_at, due)
    values (${written.map((_, index) => `$${index + 1}`).join(', ')}, $${written.length + 1}, clock_timestamp(),
      $${written.length + 2})
    returning ${reportColumns}
  ), entry as (
    insert into history (report_id, at, kind, status, schedule, administrator_id, system, made_by)
    select id, created_at, 'created', status, schedule, $${written.length + 3}::uuid, $${written.length + 4}, case via when 'counter' then 'administration' when 'open311' then 'portal' else 'resident' end
    from report
  )
  select ${ownReportJson} from report`;

/**
 * Inserts a report and the first entry of its history; `created_at` is the time in its id. `updated_at` is now, so that
 * a reader who asks for later changes gets it, however long its files took.
 * @returns the row as its reporter sees it. Violates `reports_reference` when the reference is taken.
 */
export function insertReport(tx: Tx, report: NewRow): Promise<SeenByResident> {
  const row = { ...report, phase: phaseOf(report.status) };
  const { id, due, enteredBy, system } = report;
  const values = written.map((column) => row[column]);
  return onlyValue(tx, insertStatement, [...values, timeOfId(id), due, enteredBy, system]);
}

/** Milliseconds until a person's `count`-th newest report is older than `seconds`; null when fewer are younger. */
export const msUntilReportLeavesWindow = (
  db: Db,
  userId: string,
  count: number,
  seconds: number,
): Promise<number | null> =>
  firstValue(
    db,
    `select extract(epoch from created_at - now() + make_interval(secs => $3))::float8 * 1000 from reports
     where user_id = $1 and created_at > now() - make_interval(secs => $3)
     order by created_at desc offset $2 limit 1`,
    [userId, count - 1, seconds],
  );
