import { issueNames, type operations } from '@tma/contracts';
import type { Db } from '@tma/kit';
import type { z } from 'zod';
import { type KeptFigures, type Range, readKeptFigures, type TimeToClose } from './figures.store.ts';
import { piecesOf, weeksOf } from './range.ts';

export type Figures = z.infer<(typeof operations)['figures']['answers'][200]>;

/**
 * A tehsil's figures, all of one moment: of all weeks of the range and all types, also those of which nothing is kept.
 * @param today the current day, `YYYY-MM-DD`
 */
export async function readFigures(db: Db, tehsil: string, range: Range, today: string): Promise<Figures> {
  const { sums, taken, open, overdue } = await readKeptFigures(db, tehsil, range, piecesOf(range), today);
  const weeks = weeksOf(range).map((week) => {
    const { reported = 0, closed = 0, disputed = 0 } = sums.find((sum) => sum.week === week) ?? {};
    return { week, reported, closed, disputed };
  });
  const count = (counts: KeptFigures['open'], issue: string) =>
    counts.find((counted) => counted.issue === issue)?.reports ?? 0;
  const issues = issueNames.map((issue) => ({
    issue,
    open: count(open, issue),
    overdue: count(overdue, issue),
    closed: sums.find((sum) => sum.issue === issue)?.closed ?? 0,
    ...durationsOf(taken.filter((durations) => durations.issue === issue)),
  }));
  const closures = { confirmed: 0, disputed: 0, unanswered: 0, withoutProof: 0 };
  for (const sum of sums) {
    if (sum.issue === null) continue;
    closures.confirmed += sum.confirmed;
    closures.disputed += sum.refuted;
    closures.unanswered += sum.unanswered;
    closures.withoutProof += sum.unproved;
  }
  return { tehsil, ...range, weeks, issues, closures };
}

/** @param taken by days, the fewest first */
export function durationsOf(taken: readonly Omit<TimeToClose, 'issue'>[]) {
  const reports = taken.reduce((sum, { reports }) => sum + reports, 0);
  if (reports === 0) return { medianDays: null, withinDeadline: null };
  /** The days that the report in this place took, the quickest in place 0. */
  const daysAt = (place: number) => {
    let passed = 0;
    for (const { days, reports } of taken) {
      passed += reports;
      if (passed > place) return days;
    }
    return 0;
  };
  const medianDays = (daysAt(Math.floor((reports - 1) / 2)) + daysAt(Math.floor(reports / 2))) / 2;
  return { medianDays, withinDeadline: taken.reduce((sum, { within }) => sum + within, 0) / reports };
}
