/** Hiding reports, with the entries that it leaves in their history, and removing their pictures. */
import { named, type Tx } from '@tma/kit';
import type { LockedReport } from '../report/locks.store.ts';
import { adminReportJson, type SeenByAdmin } from '../report/reports.store.ts';

interface Hiding {
  hidden: boolean;
  reason: string | null;
  /** The administrator. */
  by: string;
  /** `YYYY-MM-DD` */
  today: string;
}

/** Hides a report or shows it again. @returns it as administrators see it */
export async function saveHidden(
  tx: Tx,
  { id, status, schedule, now }: LockedReport,
  { hidden, reason, by, today }: Hiding,
): Promise<SeenByAdmin> {
  const { rows } = await tx.query<{ report: SeenByAdmin }>(
    named(`with entry as (
       insert into history (report_id, at, kind, status, schedule, made_by, administrator_id, text)
       values ($1, $2, case when $3 then 'hidden' else 'shown' end, $4, $5, 'administration', $6, $7)
     )
     update reports set hidden = $3, hidden_reason = case when $3 then $7 end, version = version + 1, updated_at = $2
     where id = $1 returning ${adminReportJson('$8')} as report`),
    [id, now, hidden, status, schedule, by, reason, today],
  );
  if (!rows[0]) throw new Error('a locked report is missing');
  return rows[0].report;
}

/** Takes the picture out of a report. @returns false where it has none */
export async function takePicture(tx: Tx, { id, now }: LockedReport): Promise<boolean> {
  const { rowCount } = await tx.query(
    named(
      `update reports set image = null, version = version + 1, updated_at = $2 where id = $1 and image is not null`,
    ),
    [id, now],
  );
  return rowCount === 1;
}
