import type { OwnRules } from '../report/due/rules.store.ts';
import { isOpenOn } from '../report/due/rules.ts';
import { addDays } from '../report/due/working-days.ts';

/** A report that is overdue for more working days than this is reported to those above its tehsil. */
const escalationDays = 5;
/** How far back to count. A tehsil with fewer working days in a year has closed its office. */
const mostDays = 366;

/** How far back holidays matter to `escalatedBefore`. */
export const firstDayFor = (today: string): string => addDays(today, -mostDays);

/** Reports due before this day are overdue for more than five working days. @param holidays that the tehsil changed */
export function escalatedBefore(today: string, holidays: OwnRules['holidays']): string {
  let day = today;
  for (let worked = 0; ; day = addDays(day, -1)) {
    if (isOpenOn({ days: {}, holidays }, day)) worked += 1;
    if (worked > escalationDays || day <= firstDayFor(today)) return day;
  }
}
