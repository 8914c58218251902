/** Dates as the portal writes them, the same in every browser locale and zone. The language's texts name its formats. */
import { t } from '@tma/web/language/own-texts';

/** A calendar day, `YYYY-MM-DD`. */
const plainDay = /^\d{4}-\d{2}-\d{2}$/;
export const defaultTimeZone = 'Asia/Karachi';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Each is made once: making one takes forty times as long as writing a date with it, and each card of a list has some. */
function formatOf(locale: string, style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, style]);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, style);
  formats.set(key, format);
  return format;
}

/**
 * A day as a locale (BCP 47) writes it. A plain day never shifts; a moment (RFC 3339) is the day it was in `timeZone`. Empty for
 * anything else.
 */
export function formatDay(value: string, timeZone: string, locale: string, style: Intl.DateTimeFormatOptions): string {
  const moment = new Date(value);
  if (Number.isNaN(moment.getTime())) return '';
  const zone = plainDay.test(value) ? 'UTC' : timeZone;
  return formatOf(locale, { ...style, timeZone: zone }).format(moment);
}

/** `March 5, 2025`, of a day or a moment. */
export const longDate = (value: string, timeZone: string = defaultTimeZone): string =>
  formatDay(value, timeZone, t('dates.long'), { dateStyle: 'long' });

const twoDigits = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;

/** `05-03-2025`: day, month, year, of a day or a moment. */
export const dayMonthYear = (value: string, timeZone: string = defaultTimeZone): string =>
  formatDay(value, timeZone, t('dates.short'), twoDigits).replaceAll('/', '-');

/** `5 Mar 2025, 14:30`: a moment of a report's history, in `timeZone`. Short, so that it is not taken for a schedule. */
export const dayAndTime = (moment: string, timeZone: string = defaultTimeZone): string =>
  formatOf(t('dates.short'), { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(moment));

/** `14:30`, in `timeZone`. */
export const timeOfDay = (moment: string, timeZone: string = defaultTimeZone): string =>
  formatOf(t('dates.short'), { timeStyle: 'short', timeZone }).format(new Date(moment));

/** How many midnights of `timeZone` lie between two moments (RFC 3339): 1 from yesterday evening to this morning. */
export function daysBetween(from: string, to: string, timeZone: string): number {
  // The Swedish write a day as ISO 8601 does.
  const dayOf = (moment: string) => Date.parse(formatDay(moment, timeZone, 'sv-SE', twoDigits));
  return Math.round((dayOf(to) - dayOf(from)) / 86_400_000);
}
