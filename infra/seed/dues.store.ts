import { issueNames } from '@tma/contracts';
import type pg from 'pg';
import { keepFiguresIn } from '../../services/reports/figures/figures.store.ts';
import { defaultHolidayOn } from '../../services/reports/report/due/default-holidays.ts';
import { daysOf } from '../../services/reports/report/due/rules.ts';
import { addDays, addWorkingDays } from '../../services/reports/report/due/working-days.ts';

/** Where days begin in a database that no service has used yet. */
const otherwise = 'Asia/Karachi';
/** Two years, and a little: days begin at another time in each zone. */
const daysBack = 732;

/** Of a tehsil whose administrators changed none. */
const noRules = { days: {}, holidays: {} };
const isHoliday = (day: string) => defaultHolidayOn(day) !== null;

/** When an answer to a report of a day is due by the rules that nobody has changed. */
export const dueOf = (day: string, issue: string): string => addWorkingDays(day, daysOf(noRules, issue), isHoliday);

/**
 * Creates a temporary table of this connection, `dues (day, issue, due)`, of the days that sample reports have. @param today `YYYY-MM-DD`
 * @returns the time zone of days
 */
export async function makeDues(reports: pg.ClientBase, today: string): Promise<string> {
  const zone = await keepFiguresIn(reports, otherwise);
  const dues = Array.from({ length: daysBack + 2 }, (_, back) => addDays(today, 1 - back)).flatMap((day) =>
    issueNames.map((issue) => ({ day, issue, due: dueOf(day, issue) })),
  );
  await reports.query('create temporary table dues (day date, issue text, due date, primary key (day, issue))');
  await reports.query(
    `insert into dues select * from json_to_recordset($1) as given (day date, issue text, due date)`,
    [JSON.stringify(dues)],
  );
  await reports.query('analyze dues');
  return zone;
}
