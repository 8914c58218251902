/** Dates as the portal writes them, the same in every browser locale and zone. */

const plainDay = /^(\d{4})-(\d{2})-(\d{2})$/;
export const defaultTimeZone = 'Asia/Karachi';

/**
 * `March 5, 2025`. A plain day (`2025-03-05`) is a day of the calendar and never shifts; a moment (RFC 3339) is the day
 * it was in `timeZone`. Empty when it is neither.
 */
export function longDate(value: string, timeZone: string = defaultTimeZone): string {
  const moment = new Date(value);
  if (Number.isNaN(moment.getTime())) return '';
  const zone = plainDay.test(value) ? 'UTC' : timeZone;
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: zone }).format(moment);
}

/** `05-03-2025`: day, month, year; by the same rule. */
export function dayMonthYear(value: string, timeZone: string = defaultTimeZone): string {
  const moment = new Date(value);
  if (Number.isNaN(moment.getTime())) return '';
  const zone = plainDay.test(value) ? 'UTC' : timeZone;
  const format = new Intl.DateTimeFormat('en-GB', {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: zone,
  });
  return format.format(moment).replaceAll('/', '-');
}

/** `5 Mar 2025, 14:30`: a moment of a report's history, in `timeZone`. Short, so that it is not taken for a schedule. */
export const dayAndTime = (moment: string, timeZone: string = defaultTimeZone): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(moment));

/** `14:30`, in `timeZone`. */
export const timeOfDay = (moment: string, timeZone: string = defaultTimeZone): string =>
  new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone }).format(new Date(moment));
