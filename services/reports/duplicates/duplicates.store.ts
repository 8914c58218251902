/** Reports that say the same as another. All of them are locked. */
import { counted, phaseOf } from '@tma/contracts';
import { named, type Tx } from '@tma/kit';
import type { LockedReport } from '../report/locks.store.ts';
import { adminReportJson, type SeenByAdmin } from '../report/reports.store.ts';

interface Marking {
  /** The administrator. */
  by: string;
  /** `YYYY-MM-DD` */
  today: string;
}

/** The id of the report that it says the same as, as far as is known before it is locked. */
export async function sameAs(tx: Tx, id: string): Promise<string | null> {
  const { rows } = await tx.query<{ other: string | null }>(
    named('select duplicate_of as other from reports where id = $1'),
    [id],
  );
  return rows[0]?.other ?? null;
}

/** Counts a duplicate more or less of a report. */
export async function countDuplicate(tx: Tx, id: string, change: 1 | -1): Promise<void> {
  await tx.query(named('update reports set duplicates = duplicates + $2 where id = $1'), [id, change]);
}

/**
 * Writes that a report says the same as another and has its state, with entries in its history. What lists say of its closure goes where
 * that is withdrawn.
 * @returns it as administrators see it
 */
export async function saveDuplicate(
  tx: Tx,
  report: LockedReport,
  other: LockedReport,
  { by, today, due }: Marking & { due: string | null },
): Promise<SeenByAdmin> {
  const withdrawn = `(closure = 'claimed' or closure in ('confirmed', 'unanswered') and $4 <> '${counted.completed}')`;
  const { rows } = await tx.query<{ report: SeenByAdmin }>(
    named(`with entries as (
       insert into history (report_id, at, kind, status, schedule, made_by, administrator_id, text)
       select $1, $2::timestamptz, kind, $4::text, $5::date, 'administration', $6, text
       from (values (1, 'duplicate', $7::text), (2, 'changed', null)) as entry (place, kind, text)
       where kind = 'duplicate' or $8 order by place
     )
     update reports set duplicate_of = $3, status = $4, phase = $9, schedule = $5, version = version + 1, updated_at = $2,
       closed_at = case when $4 = '${counted.completed}' and status <> $4 then $2 else closed_at end,
       closure = case when ${withdrawn} then null else closure end, proof = case when ${withdrawn} then null else proof end,
       due = coalesce($10, due)
     where id = $1 returning ${adminReportJson('$11')} as report`),
    [
      ...[report.id, report.now, other.id, other.status, other.schedule, by, other.reference],
      report.status !== other.status || report.schedule !== other.schedule,
      ...[phaseOf(other.status), due, today],
    ],
  );
  if (!rows[0]) throw new Error('a locked report is missing');
  return rows[0].report;
}

/** Writes that it is the same as none any more. Its state stays. @returns it as administrators see it */
export async function saveNoDuplicate(
  tx: Tx,
  { id, now, status, schedule }: LockedReport,
  { by, today }: Marking,
): Promise<SeenByAdmin> {
  const { rows } = await tx.query<{ report: SeenByAdmin }>(
    named(`with entry as (
       insert into history (report_id, at, kind, status, schedule, made_by, administrator_id)
       values ($1, $2, 'duplicate', $3, $4, 'administration', $5)
     )
     update reports set duplicate_of = null, version = version + 1, updated_at = $2
     where id = $1 returning ${adminReportJson('$6')} as report`),
    [id, now, status, schedule, by, today],
  );
  if (!rows[0]) throw new Error('a locked report is missing');
  return rows[0].report;
}
