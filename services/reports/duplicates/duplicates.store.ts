/** Duplicates of reports. All of them are locked. */
import { counted, phaseOf, type Status } from '@tma/contracts';
import { execute, firstValue, onlyValue, type Tx } from '@tma/kit';
import type { Act } from '../report/history.store.ts';
import { isSameState, type LockedReport } from '../report/locks.store.ts';
import { adminReportJson, type SeenByAdmin } from '../report/reports.store.ts';

/** Who marks it, and when. */
type Marking = Pick<Act, 'by' | 'today'> & {
  /** Its due day where it is opened again. */
  due: string | null;
};

/** The id of the report that it is a duplicate of, read before it is locked. */
export const readDuplicateOf = (tx: Tx, id: string): Promise<string | null> =>
  firstValue(tx, 'select duplicate_of from reports where id = $1', [id]);

export const countDuplicate = (tx: Tx, id: string, change: 1 | -1): Promise<void> =>
  execute(tx, 'update reports set duplicates = duplicates + $2 where id = $1', [id, change]);

/**
 * Writes that a report is a duplicate of another and has its state, with entries in its history. What lists say of its
 * closure goes where that is withdrawn.
 * @returns it as administrators see it
 */
export function saveDuplicate(
  tx: Tx,
  report: LockedReport,
  other: LockedReport,
  { by, today, due }: Marking,
): Promise<SeenByAdmin> {
  const withdrawn = `(closure = 'claimed' or closure in ('confirmed', 'unanswered') and $4 <> '${counted.completed}')`;
  return onlyValue(
    tx,
    `with entries as (
       insert into history (report_id, at, kind, status, schedule, made_by, administrator_id, text)
       select $1, $2::timestamptz, kind, $4::text, $5::date, 'administration', $6, text
       from (values (1, 'duplicate', $7::text), (2, 'changed', null)) as entry (place, kind, text)
       where kind = 'duplicate' or $8 order by place
     )
     update reports set duplicate_of = $3, status = $4, phase = $9, schedule = $5, version = version + 1, updated_at = $2,
       closed_at = case when $4 = '${counted.completed}' and status <> $4 then $2 else closed_at end,
       closure = case when ${withdrawn} then null else closure end, proof = case when ${withdrawn} then null else proof end,
       due = coalesce($10, due)
     where id = $1 returning ${adminReportJson('$11')}`,
    [
      ...[report.id, report.now, other.id, other.status, other.schedule, by, other.reference],
      !isSameState(report, other),
      ...[phaseOf(other.status), due, today],
    ],
  );
}

/** Writes that it is no duplicate any more, and its status, with entries in its history. @returns it as administrators see it */
export const clearDuplicate = (
  tx: Tx,
  { id, now, status: before, schedule }: LockedReport,
  status: Status,
  { by, today, due }: Marking,
): Promise<SeenByAdmin> =>
  onlyValue(
    tx,
    `with entries as (
       insert into history (report_id, at, kind, status, schedule, made_by, administrator_id)
       select $1, $2::timestamptz, kind, $3::text, $4::date, 'administration', $5
       from (values (1, 'duplicate'), (2, 'changed')) as entry (place, kind) where kind = 'duplicate' or $6 order by place
     )
     update reports set duplicate_of = null, status = $3, phase = $7, version = version + 1, updated_at = $2, due = coalesce($8, due)
     where id = $1 returning ${adminReportJson('$9')}`,
    [id, now, status, schedule, by, status !== before, phaseOf(status), due, today],
  );
