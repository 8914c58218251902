import { isOpenOn, type OwnRules } from '../deadlines/rules.ts';
import { addDays } from '../deadlines/working-days.ts';

/** A report that is overdue for more working days than this is told to those above its tehsil. */
const patience = 5;
/** A tehsil that had fewer working days within as many days has closed its office. */
const mostDays = 366;

/** How far back holidays matter to `escalatedBefore`. */
export const firstDayFor = (today: string): string => addDays(today, -mostDays);

/**
 * A tehsil's reports that were due before this day are overdue for more than five working days.
 * @param holidays that the tehsil changed, by day
 */
export function escalatedBefore(today: string, holidays: OwnRules['holidays']): string {
  let day = today;
  for (let worked = 0; ; day = addDays(day, -1)) {
    if (isOpenOn({ days: {}, holidays }, day)) worked += 1;
    if (worked > patience || day <= firstDayFor(today)) return day;
  }
}
