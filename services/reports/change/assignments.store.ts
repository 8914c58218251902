/** Who a report is assigned to. */
import { named, type Tx } from '@tma/kit';
import type { LockedReport } from '../report/locks.store.ts';
import { adminReportJson, type SeenByAdmin } from '../report/reports.store.ts';

interface Assignment {
  /** An administrator's id, or null for nobody. */
  assignee: string | null;
  name: string | null;
  /** The administrator who assigns it. */
  by: string;
  /** The current day, `YYYY-MM-DD`. */
  today: string;
}

/** Assigns a report, and notes that in its history. @returns the report as administrators see it */
export async function saveAssignee(
  tx: Tx,
  { id, status, schedule, now }: LockedReport,
  { assignee, name, by, today }: Assignment,
): Promise<SeenByAdmin> {
  const { rows } = await tx.query<{ report: SeenByAdmin }>(
    named(`with entry as (
       insert into history (report_id, at, kind, status, schedule, made_by, administrator_id, text)
       values ($1, $6, 'assigned', $7, $8, 'administration', $3, $4)
     )
     update reports set assignee = $2, version = version + 1, updated_at = $6
     where id = $1 returning ${adminReportJson('$5')} as report`),
    [id, assignee, by, name, today, now, status, schedule],
  );
  if (!rows[0]) throw new Error('a locked report is missing');
  return rows[0].report;
}

const gone = `(known.disabled or known.tehsil <> kept.tehsil)`;

/** A report that is nobody's now. */
type Freed = Pick<LockedReport, 'id' | 'reference' | 'issue' | 'location' | 'tehsil' | 'due'>;

/**
 * Open reports of administrators who were disabled, or moved to another tehsil, become nobody's; their history says that the
 * portal did it. One statement, so that the counters are locked after the reports, which are locked in the order of ids.
 * @param administrator of this one alone; null for all
 * @returns these, `limit` at most
 */
export async function freeReports(tx: Tx, administrator: string | null, limit: number): Promise<Freed[]> {
  const { rows } = await tx.query<Freed>(
    named(`with left_behind as (
       select reports.id from open_by_assignee as kept
       join administrators as known on known.id = kept.assignee
       join reports on reports.tehsil = kept.tehsil
         and coalesce(reports.assignee, '00000000-0000-0000-0000-000000000000'::uuid) = kept.assignee
       where kept.reports > 0 and ($2::uuid is null or kept.assignee = $2)
         and reports.phase = 'open' and ${gone}
       order by reports.id limit $1 for no key update of reports
     ), freed as (
       update reports set assignee = null, version = version + 1, updated_at = moment(reports.id)
       from left_behind where reports.id = left_behind.id returning reports.*
     ), entries as (
       insert into history (report_id, at, kind, status, schedule, made_by)
       select id, updated_at, 'assigned', status, schedule, 'portal' from freed
     )
     select id, reference, issue, location, tehsil, due::text from freed order by id`),
    [limit, administrator],
  );
  return rows;
}
