/** Who a report is assigned to. */
import { type Db, named, type Tx } from '@tma/kit';
import { adminReportJson, type SeenByAdmin } from './reports.store.ts';

interface Assignment {
  /** An administrator's id, or null for nobody. */
  assignee: string | null;
  /** Their name. */
  name: string | null;
  /** The administrator who assigns it. */
  by: string;
  /** The current day, `YYYY-MM-DD`. */
  today: string;
}

/** Assigns a report, which must be locked, and notes that in its history. @returns the report as administrators see it */
export async function saveAssignee(
  tx: Tx,
  id: string,
  { assignee, name, by, today }: Assignment,
): Promise<SeenByAdmin> {
  const { rows } = await tx.query<{ report: SeenByAdmin }>(
    named(`with entry as (
       insert into history (report_id, at, kind, status, schedule, made_by, administrator_id, text)
       select id, statement_timestamp(), 'assigned', status, schedule, 'administration', $3, $4 from reports where id = $1
     )
     update reports set assignee = $2, version = version + 1, updated_at = greatest(statement_timestamp(), updated_at)
     where id = $1 returning ${adminReportJson('$5')} as report`),
    [id, assignee, by, name, today],
  );
  if (!rows[0]) throw new Error('a locked report is missing');
  return rows[0].report;
}

/** How many reports one transaction takes from administrators who are gone. */
export const freedAtOnce = 500;

const gone = `(known.disabled or known.tehsil <> kept.tehsil)`;

/**
 * Open reports of administrators who were disabled, or moved to another tehsil, become nobody's; their history says that the
 * portal did it. One statement, so that the counters are locked after the reports, which are locked in the order of ids.
 * @param administrator of this one alone; null for all
 * @returns how many, `freedAtOnce` at most
 */
export async function freeReports(db: Db, administrator: string | null = null): Promise<number> {
  const { rowCount } = await db.query(
    named(`with left_behind as (
       select reports.id from open_by_assignee as kept
       join administrators as known on known.id = kept.assignee
       join reports on reports.tehsil = kept.tehsil
         and coalesce(reports.assignee, '00000000-0000-0000-0000-000000000000'::uuid) = kept.assignee
       where kept.reports > 0 and ($2::uuid is null or kept.assignee = $2)
         and reports.status in ('Open', 'In Progress') and ${gone}
       order by reports.id limit $1 for no key update of reports
     ), freed as (
       update reports set assignee = null, version = version + 1, updated_at = greatest(statement_timestamp(), updated_at)
       from left_behind where reports.id = left_behind.id returning reports.id, status, schedule
     )
     insert into history (report_id, at, kind, status, schedule, made_by)
     select id, statement_timestamp(), 'assigned', status, schedule, 'portal' from freed`),
    [freedAtOnce, administrator],
  );
  return rowCount ?? 0;
}
