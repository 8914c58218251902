/** Changes of a report's state, and the history they leave. */
import { counted } from '@tma/contracts';
import { type Db, named, type Tx } from '@tma/kit';
import type { State } from '../status-change.ts';
import { adminReportJson, type SeenByAdmin } from './reports.store.ts';

export interface LockedReport extends State {
  id: string;
  reference: string;
  issue: string;
  tehsil: string;
  version: number;
  /** Whether it was ever closed. */
  resolved: boolean;
  user_id: string | null;
  reporter_name: string;
  reporter_email: string | null;
}

/** Reads a report of a tehsil and locks it against other changes until the transaction ends; null when there is none. */
export async function lockReport(tx: Tx, id: string, tehsil: string): Promise<LockedReport | null> {
  const { rows } = await tx.query<LockedReport>(
    named(`select id, reference, issue, tehsil, status, schedule::text, version, resolved, user_id, reporter_name, reporter_email
     from reports where id = $1 and tehsil = $2 for update`),
    [id, tehsil],
  );
  return rows[0] ?? null;
}

/**
 * Writes a report's new state and its entry in the history. A report that was closed once stays resolved; `updated_at`
 * never goes back.
 * @returns the report as administrators see it
 */
export async function saveState(tx: Tx, id: string, { status, schedule }: State, at: Date): Promise<SeenByAdmin> {
  const { rows } = await tx.query<{ report: SeenByAdmin }>(
    named(`with change as (
       insert into report_changes (report_id, at, status, schedule, made_by) values ($1, $4, $2, $3, 'administration')
     )
     update reports set status = $2, schedule = $3, resolved = resolved or $5, version = version + 1,
       updated_at = greatest($4, updated_at)
     where id = $1 returning ${adminReportJson} as report`),
    [id, status, schedule, at, status === counted.completed],
  );
  if (!rows[0]) throw new Error('a locked report is missing');
  return rows[0].report;
}

/** A report's history as a JSON array, oldest first, with its reporter and tehsil; null when there is no such report. */
export async function readHistory(db: Db, id: string) {
  const { rows } = await db.query<{ user_id: string | null; tehsil: string; json: string }>(
    named(`select user_id, tehsil, (
       select coalesce(json_agg(json_build_object('at', rfc3339(at), 'status', status, 'schedule', schedule,
         'by', made_by) order by position), '[]')::text
       from report_changes where report_id = reports.id) as json
     from reports where id = $1`),
    [id],
  );
  return rows[0] ?? null;
}
