/** The rules of a tehsil: what its administrators changed, and the defaults for everything else. */
import { issueNames } from '@tma/contracts';
import { defaultHolidayOn, defaultHolidaysIn, type Holiday } from './default-holidays.ts';
import type { OwnRules } from './rules.store.ts';
import { addWorkingDays, dayIn, type IsHoliday, isWorkingDay } from './working-days.ts';

/** In how many working days an answer is due where the tehsil's administrators say nothing else. */
const defaultDays: Readonly<Record<string, number>> = {
  'Trash : Road side dust': 2,
  'Trash : Street dust': 2,
  'Trash : Bin Replacement': 2,
  'Trash : Waste water Blockage': 1,
  'Water Supply Problem': 1,
  'Side Walk Repair': 10,
  'Traffic signals Issue': 1,
  'Street Lights Repair': 3,
};
/** Certificates, the licence, the NOC and sanitation. */
const otherwise = 15;

/** Working days for an issue type. */
export const daysOf = ({ days }: OwnRules, issue: string): number => days[issue] ?? defaultDays[issue] ?? otherwise;

/** All issue types, in the order of the form. */
export const deadlinesOf = (own: OwnRules): { issue: string; days: number }[] =>
  issueNames.map((issue) => ({ issue, days: daysOf(own, issue) }));

export function holidayOn({ holidays }: OwnRules, day: string): Holiday | null {
  const name = holidays[day];
  if (name === undefined) return defaultHolidayOn(day);
  return name === null ? null : { day, name, estimated: false };
}

const closedOn =
  (own: OwnRules): IsHoliday =>
  (day) =>
    holidayOn(own, day) !== null;

export function holidaysIn(own: OwnRules, year: number): Holiday[] {
  const start = `${year}-`;
  const days = new Set([
    ...defaultHolidaysIn(year).keys(),
    ...Object.keys(own.holidays).filter((day) => day.startsWith(start)),
  ]);
  return [...days].sort().flatMap((day) => holidayOn(own, day) ?? []);
}

export const isOpenOn = (own: OwnRules, day: string): boolean => isWorkingDay(day, closedOn(own));

/** Computes many due days by the same rules. Reports of one day and type have the same one: it is computed once. */
export function createDueDays(own: OwnRules, timeZone: string) {
  const known = new Map<string, string>();
  const isHoliday = closedOn(own);
  /** The due day of a report. @param createdAt when it came in */
  return (issue: string, createdAt: Date): string => {
    const day = dayIn(timeZone, createdAt);
    const days = daysOf(own, issue);
    const key = `${day} ${days}`;
    const due = known.get(key) ?? addWorkingDays(day, days, isHoliday);
    known.set(key, due);
    return due;
  };
}

export const dueDay = (own: OwnRules, timeZone: string, report: { issue: string; createdAt: Date }): string =>
  createDueDays(own, timeZone)(report.issue, report.createdAt);
