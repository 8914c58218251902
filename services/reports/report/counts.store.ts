/** Kept counts, which triggers of the table `reports` change (schema/functions/counts.sql): no list is counted by reading it. */
import { allRows, type Db, firstRow, onlyRow } from '@tma/kit';

/** A tehsil's figures. */
interface Stats {
  /** Reports that were ever closed. */
  resolved: number;
  confirmed: number;
  /** Reports that were ever disputed. */
  disputed: number;
  unanswered: number;
  withoutProof: number;
}

export async function readStats(db: Db, tehsil: string): Promise<Stats> {
  const text = `select resolved::int, confirmed::int, disputed::int, unanswered::int,
      without_proof::int as "withoutProof"
    from tehsil_counts where tehsil = $1`;
  const stats = await firstRow<Stats>(db, text, [tehsil]);
  return stats ?? { resolved: 0, confirmed: 0, disputed: 0, unanswered: 0, withoutProof: 0 };
}

/** A tehsil's reports whose phase is `open`. */
interface OpenCounts {
  /** Due before the day that was asked for. */
  overdue: number;
  /** Assigned to the administrator who was asked for. */
  assigned: number;
  /** Disputed, and made good by no closure since. */
  disputed: number;
}

/**
 * SQL: how many of a tehsil's open reports (`$1`) were due before a day (`$2`): all that are open without those that are due later.
 * Later days are few, however many are past.
 */
const overdue = `select coalesce(sum(kind.reports - later.reports), 0) from (
    select issue, sum(reports) as reports from report_counts where tehsil = $1 and phase = 'open' group by issue
  ) as kind cross join lateral (
    select coalesce(sum(reports), 0) as reports from open_by_due
    where tehsil = $1 and open_by_due.issue = kind.issue and due >= $2::date
  ) as later`;

/** SQL: open reports by tehsil, issue and due day, without duplicates of one that is counted: sums of these rows. */
export const openProblems = `(select tehsil, issue, due, reports from open_by_due
    union all select tehsil, issue, due, -reports from open_duplicates) as open_problems`;

/** @param today `YYYY-MM-DD` @param administrator their id */
export const readOpenCounts = (db: Db, tehsil: string, today: string, administrator: string): Promise<OpenCounts> =>
  onlyRow(
    db,
    `select (${overdue})::int as overdue,
       (select coalesce(sum(reports), 0)::int from open_by_assignee where tehsil = $1 and assignee = $3) as assigned,
       coalesce((select disputed_now from tehsil_counts where tehsil = $1), 0)::int as disputed`,
    [tehsil, today, administrator],
  );

/** Deletes the counts of days on which nothing is due any more, but not those that somebody changes now. */
export async function deleteEmptyCounts(db: Db): Promise<void> {
  for (const table of ['open_by_due', 'open_duplicates'])
    await db.query(`delete from ${table} where (tehsil, issue, due) in (
      select tehsil, issue, due from ${table} where reports = 0 and due < now() - interval '1 week' for update skip locked)`);
}

/** How many reports have a status, with or without a schedule. */
export interface Count {
  status: string;
  scheduled: boolean;
  reports: number;
}

/** A tehsil's reports by status, with and without a schedule. */
export const readCounts = (db: Db, tehsil: string): Promise<Count[]> =>
  allRows(
    db,
    `select status, scheduled, sum(reports)::int as reports from report_counts where tehsil = $1 group by status, scheduled`,
    [tehsil],
  );

export const isCounted = (column: string): boolean => ['tehsil', 'issue', 'status'].includes(column);

/** SQL: how many reports have these values of counted columns. @param parameter adds one and returns its placeholder */
export function countWhere(
  filters: readonly { column: string; value: string }[],
  parameter: (value: unknown) => string,
): string {
  const conditions = filters.map(({ column, value }) => `${column} = ${parameter(value)}`);
  return `select coalesce(sum(reports), 0)::int as total from report_counts where ${['true', ...conditions].join(' and ')}`;
}
