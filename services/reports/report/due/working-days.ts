/** The arithmetic of due days. Days are calendar days, `YYYY-MM-DD`, without a zone: none is shorter or longer than another. */

const dayMs = 24 * 3600 * 1000;
const [saturday, sunday] = [6, 0];

export type IsHoliday = (day: string) => boolean;

const formats = new Map<string, Intl.DateTimeFormat>();

export function dayIn(timeZone: string, moment: Date): string {
  let format = formats.get(timeZone);
  if (!format) {
    // Sweden writes days as ISO 8601 does. One is kept for each zone: making it costs as much as formatting a hundred days.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    formats.set(timeZone, format);
  }
  return format.format(moment);
}

/** The day that is `days` calendar days after another; before it when negative. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** Monday to Friday, without holidays. */
export function isWorkingDay(day: string, isHoliday: IsHoliday): boolean {
  const weekday = new Date(day).getUTCDay();
  return weekday !== saturday && weekday !== sunday && !isHoliday(day);
}

/** The last day of years with four digits; Postgres and the contract know such days only. */
const lastDay = '9999-12-31';

/** The working day that is `days` (1 or more) working days after a day, which itself does not count. */
export function addWorkingDays(day: string, days: number, isHoliday: IsHoliday): string {
  let current = day;
  let left = days;
  while (left > 0 && current < lastDay) {
    current = addDays(current, 1);
    if (isWorkingDay(current, isHoliday)) left -= 1;
  }
  return current;
}
