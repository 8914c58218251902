import { addDays, type IsHoliday, isWorkingDay } from '../report/due/working-days.ts';

/** How many working days come after `from` up to `to`, itself counted; 0 when `to` is not after `from`. */
export function workingDaysBetween(from: string, to: string, isHoliday: IsHoliday): number {
  let count = 0;
  for (let current = from; current < to; ) {
    current = addDays(current, 1);
    if (isWorkingDay(current, isHoliday)) count += 1;
  }
  return count;
}
