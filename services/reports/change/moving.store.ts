import { named, type Tx } from '@tma/kit';
import type { LockedReport } from '../report/locks.store.ts';
import { adminReportJson, type SeenByAdmin } from '../report/reports.store.ts';

/** Degrees of WGS 84, with six decimals. */
export interface Point {
  lat: number;
  long: number;
}

interface Moving extends Point {
  /** The administrator. */
  by: string;
  /** `YYYY-MM-DD` */
  today: string;
}

/** Puts a report where it is, as exactly as the office says, with an entry in its history. @returns it as administrators see it */
export async function savePoint(
  tx: Tx,
  { id, status, schedule, now }: LockedReport,
  { lat, long, by, today }: Moving,
): Promise<SeenByAdmin> {
  const { rows } = await tx.query<{ report: SeenByAdmin }>(
    named(`with entry as (
       insert into history (report_id, at, kind, status, schedule, made_by, administrator_id)
       values ($1, $2, 'moved', $3, $4, 'administration', $5)
     )
     update reports set lat = $6, long = $7, accuracy = null, version = version + 1, updated_at = $2
     where id = $1 returning ${adminReportJson('$8')} as report`),
    [id, now, status, schedule, by, lat, long, today],
  );
  if (!rows[0]) throw new Error('a locked report is missing');
  return rows[0].report;
}
