import type { Db, Tx } from '@tma/kit';
import type { State } from './change.ts';
import type { Count } from './filters.ts';

interface Place {
  tehsil: string;
  issue: string;
}

/** Moves a report from one state to another in the counts; `from` is null for a new one. */
export async function countChange(tx: Tx, { tehsil, issue }: Place, from: State | null, to: State): Promise<void> {
  const counted = (state: State, change: number) => ({
    status: state.status,
    scheduled: state.schedule !== null,
    change,
  });
  // Rows are always taken in the same order, so that two changes never wait for each other.
  const changes = [...(from ? [counted(from, -1)] : []), counted(to, 1)].sort(
    (a, b) => a.status.localeCompare(b.status) || Number(a.scheduled) - Number(b.scheduled),
  );
  for (const { status, scheduled, change } of changes) {
    await tx.query(
      `insert into report_counts as known (tehsil, issue, status, scheduled, reports) values ($1, $2, $3, $4, $5)
       on conflict (tehsil, issue, status, scheduled) do update set reports = known.reports + excluded.reports`,
      [tehsil, issue, status, scheduled, change],
    );
  }
}

export async function countResolved(tx: Tx, tehsil: string): Promise<void> {
  await tx.query(
    `insert into resolved_counts as known (tehsil, reports) values ($1, 1)
     on conflict (tehsil) do update set reports = known.reports + 1`,
    [tehsil],
  );
}

/** How many reports were ever closed in a tehsil. */
export async function resolvedIn(db: Db, tehsil: string): Promise<number> {
  const { rows } = await db.query<{ reports: number }>('select reports::int from resolved_counts where tehsil = $1', [
    tehsil,
  ]);
  return rows[0]?.reports ?? 0;
}

export async function countsOf(db: Db, tehsil: string): Promise<Count[]> {
  const { rows } = await db.query<Count>(
    `select status, scheduled, sum(reports)::int as reports from report_counts where tehsil = $1 group by status, scheduled`,
    [tehsil],
  );
  return rows;
}

/** How many open reports are scheduled for a day. */
export async function countOfDay(db: Db, tehsil: string, day: string): Promise<number> {
  const { rows } = await db.query<{ reports: number }>(
    `select count(*)::int as reports from reports where tehsil = $1 and status = 'Open' and schedule = $2`,
    [tehsil, day],
  );
  return rows[0]?.reports ?? 0;
}

/** How many reports have these values, all of them columns that are counted. */
export async function countWhere(db: Db, filters: readonly { column: string; value: string }[]): Promise<number> {
  const conditions = filters.map(({ column }, index) => `${countedColumns[column as Counted]} = $${index + 1}`);
  const { rows } = await db.query<{ reports: number }>(
    `select coalesce(sum(reports), 0)::int as reports from report_counts where ${['true', ...conditions].join(' and ')}`,
    filters.map(({ value }) => value),
  );
  return rows[0]?.reports ?? 0;
}

const countedColumns = { tehsil: 'tehsil', issue: 'issue', status: 'status' } as const;
type Counted = keyof typeof countedColumns;
export const isCounted = (column: string): column is Counted => column in countedColumns;
