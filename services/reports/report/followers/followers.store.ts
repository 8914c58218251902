import { counted, phaseOf } from '@tma/contracts';
import type { State } from '../locks.store.ts';

/** Reports that take over the state of another. */
export interface Followers {
  ids: string[];
  /** The time of it, of each, as Postgres writes it. */
  ats: string[];
  /** Where a due day moves: that day. */
  dues: (string | null)[];
  to: State;
  /** The administrator; null of the portal. */
  by: string | null;
}

/**
 * SQL: parts of a `with` that write what followers take over, with their parameters. They stand in the statement that writes the report
 * that is followed: rows of counts are locked in one order by each statement, and not by two in a transaction.
 * @param place of their first parameter
 */
export function writeFollowers({ ids, ats, dues, to, by }: Followers, place: number) {
  const [of, at, due, status, phase, schedule, isClosed, madeBy, administrator] = Array.from(
    { length: 9 },
    (_, index) => `$${place + index}`,
  );
  // A closure that stands ends once the report is no longer closed.
  const ends = `closure in ('claimed', 'confirmed', 'unanswered') and not ${isClosed}::boolean`;
  const text = `followed as (
      update reports set status = ${status}::text, phase = ${phase}::text, schedule = ${schedule}::date, version = version + 1,
        updated_at = one.at, due = coalesce(one.due, reports.due),
        closed_at = case when ${isClosed}::boolean and reports.status <> ${status}::text then one.at else closed_at end,
        closure = case when ${ends} then null else closure end, proof = case when ${ends} then null else proof end
      from unnest(${of}::uuid[], ${at}::timestamptz[], ${due}::date[]) as one (id, at, due) where reports.id = one.id
      returning reports.id, one.at
    ), followers_entries as (
      insert into history (report_id, at, kind, status, schedule, made_by, administrator_id)
      select id, at, 'changed', ${status}::text, ${schedule}::date, ${madeBy}::text, ${administrator}::uuid from followed
    )`;
  const closes = to.status === counted.completed;
  const made = by === null ? 'portal' : 'administration';
  return { text, values: [ids, ats, dues, to.status, phaseOf(to.status), to.schedule, closes, made, by] };
}
