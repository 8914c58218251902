/** Kept counts, changed in the transaction of each report's change, so that no list is counted by reading it. */
import { type Db, named, type Tx } from '@tma/kit';
import type { Count } from '../filters.ts';
import type { State } from '../status-change.ts';

interface Place {
  tehsil: string;
  issue: string;
}

/** Moves a report from one state to another in the counts; `from` is null for a new one. */
export async function countChange(tx: Tx, { tehsil, issue }: Place, from: State | null, to: State): Promise<void> {
  const cell = (state: State, change: number) => ({
    status: state.status,
    scheduled: state.schedule !== null,
    change,
  });
  // Rows are always locked in the same order, so that two changes cannot deadlock.
  const changes = [...(from ? [cell(from, -1)] : []), cell(to, 1)].sort(
    (a, b) => a.status.localeCompare(b.status) || Number(a.scheduled) - Number(b.scheduled),
  );
  await Promise.all(
    changes.map(({ status, scheduled, change }) =>
      tx.query(
        named(`insert into report_counts as known (tehsil, issue, status, scheduled, reports) values ($1, $2, $3, $4, $5)
          on conflict (tehsil, issue, status, scheduled) do update set reports = known.reports + excluded.reports`),
        [tehsil, issue, status, scheduled, change],
      ),
    ),
  );
}

/** Counts a report of a tehsil that was closed for the first time. */
export async function countResolved(tx: Tx, tehsil: string): Promise<void> {
  await tx.query(
    named(`insert into resolved_counts as known (tehsil, reports) values ($1, 1)
     on conflict (tehsil) do update set reports = known.reports + 1`),
    [tehsil],
  );
}

/** A tehsil's figures. Those of closures are kept by a trigger of the table `reports`. */
interface Figures {
  /** Reports that were ever closed. */
  resolved: number;
  confirmed: number;
  /** Reports that were ever disputed. */
  disputed: number;
  unanswered: number;
  withoutProof: number;
  /** Reports that are Open or In Progress after a dispute that no closure has made good. */
  disputedNow: number;
}

export async function readFigures(db: Db, tehsil: string): Promise<Figures> {
  const { rows } = await db.query<Figures>(
    named(`select reports::int as resolved, confirmed::int, disputed::int, unanswered::int,
       without_proof::int as "withoutProof", disputed_now::int as "disputedNow"
     from resolved_counts where tehsil = $1`),
    [tehsil],
  );
  return rows[0] ?? { resolved: 0, confirmed: 0, disputed: 0, unanswered: 0, withoutProof: 0, disputedNow: 0 };
}

/** A tehsil's reports that are Open or In Progress, from counters that triggers of the table `reports` keep. */
interface OpenCounts {
  /** Due before the day that was asked for. */
  overdue: number;
  /** Assigned to the administrator who was asked for. */
  assigned: number;
}

/**
 * SQL: how many of a tehsil's open reports (`$1`) were due before a day (`$2`): all that are open without those that are due later.
 * Later days are few, however many are past. While reports have no due day, the past ones are added up.
 */
const overdue = `case when exists (select from reports where tehsil = $1 and due is null)
    then (select coalesce(sum(reports), 0) from open_by_due where tehsil = $1 and due < $2::date)
    else (select coalesce(sum(kind.reports - later.reports), 0) from (
        select issue, sum(reports) as reports from report_counts
        where tehsil = $1 and status in ('Open', 'In Progress') group by issue
      ) as kind cross join lateral (
        select coalesce(sum(reports), 0) as reports from open_by_due
        where tehsil = $1 and open_by_due.issue = kind.issue and due >= $2::date
      ) as later) end`;

/** @param today `YYYY-MM-DD` @param administrator their id */
export async function readOpenCounts(
  db: Db,
  tehsil: string,
  today: string,
  administrator: string,
): Promise<OpenCounts> {
  const { rows } = await db.query<OpenCounts>(
    named(`select (${overdue})::int as overdue,
       (select coalesce(sum(reports), 0)::int from open_by_assignee where tehsil = $1 and assignee = $3) as assigned`),
    [tehsil, today, administrator],
  );
  return rows[0] ?? { overdue: 0, assigned: 0 };
}

/** Deletes the counts of days on which nothing is due any more, but not those that somebody changes now. */
export async function deleteEmptyCounts(db: Db): Promise<void> {
  await db.query(`delete from open_by_due where (tehsil, issue, due) in (
    select tehsil, issue, due from open_by_due where reports = 0 and due < now() - interval '1 week' for update skip locked)`);
}

/** A tehsil's reports by status, with and without a schedule. */
export async function readCounts(db: Db, tehsil: string): Promise<Count[]> {
  const { rows } = await db.query<Count>(
    named(
      `select status, scheduled, sum(reports)::int as reports from report_counts where tehsil = $1 group by status, scheduled`,
    ),
    [tehsil],
  );
  return rows;
}

const countedColumns = { tehsil: 'tehsil', issue: 'issue', status: 'status' } as const;
type CountedColumn = keyof typeof countedColumns;
export const isCounted = (column: string): column is CountedColumn => column in countedColumns;

/**
 * SQL: how many reports have these values; every column must be a counted one.
 * @param parameter adds a parameter and returns its placeholder
 */
export function countWhere(
  filters: readonly { column: string; value: string }[],
  parameter: (value: unknown) => string,
): string {
  const conditions = filters.map(
    ({ column, value }) => `${countedColumns[column as CountedColumn]} = ${parameter(value)}`,
  );
  return `select coalesce(sum(reports), 0)::int as total from report_counts where ${['true', ...conditions].join(' and ')}`;
}
