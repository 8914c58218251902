/** The holidays of Pakistan, for any year. */

export interface Holiday {
  day: string;
  name: string;
  /** Whether the moon decides, and the day may still move. */
  estimated: boolean;
}

/** By month and day. */
const national: Readonly<Record<string, string>> = {
  '02-05': 'Kashmir Day',
  '03-23': 'Pakistan Day',
  '05-01': 'Labour Day',
  '05-28': 'Youm-e-Takbeer',
  '08-14': 'Independence Day',
  '11-09': 'Iqbal Day',
  '12-25': 'Quaid-e-Azam Day',
};

interface MoonHoliday {
  name: string;
  /** Of the Islamic year, from 1. */
  month: number;
  /** The first. */
  day: number;
  days: number;
}
const moonSighted: readonly MoonHoliday[] = [
  { name: 'Ashura', month: 1, day: 9, days: 2 },
  { name: 'Eid Milad-un-Nabi', month: 3, day: 12, days: 1 },
  { name: 'Eid ul-Fitr', month: 10, day: 1, days: 3 },
  { name: 'Eid ul-Adha', month: 12, day: 10, days: 3 },
];

const dayMs = 24 * 3600 * 1000;
/** The day before the first of the Islamic calendar, as days from 1970-01-01: 15 July 622 (Julian). */
const before = -492_149;

/**
 * The tabular Islamic calendar (30 years of 354 days, 11 of them a day longer). Of the calendars that can be computed in
 * advance it is the nearest to what was sighted in Pakistan (default-holidays.test.ts).
 * @returns days from 1970-01-01
 */
const fromIslamic = (year: number, month: number, day: number) =>
  before + day + Math.ceil(29.5 * (month - 1)) + (year - 1) * 354 + Math.floor((3 + 11 * year) / 30);

const toDay = (days: number) => new Date(days * dayMs).toISOString().slice(0, 10);

/** @param year of the civil calendar. An Islamic year is 11 days shorter: a holiday can come twice in it. */
function moonSightedIn(year: number): Holiday[] {
  // The Islamic year in which it begins, or one of its neighbours.
  const islamic = Math.floor(((year - 622) * 365.2425) / 354.3667);
  return [islamic - 1, islamic, islamic + 1, islamic + 2].flatMap((islamicYear) =>
    moonSighted.flatMap(({ name, month, day, days }) =>
      Array.from({ length: days }, (_, more) => ({
        day: toDay(fromIslamic(islamicYear, month, day + more)),
        name,
        estimated: true,
      })).filter((holiday) => Number(holiday.day.slice(0, 4)) === year),
    ),
  );
}

const years = new Map<number, ReadonlyMap<string, Holiday>>();
/** A report asks for one or two. */
const mostYears = 100;

/** The holidays of a year by day, in their order. Where two fall on one day, it is the one that is not estimated. */
export function defaultHolidaysIn(year: number): ReadonlyMap<string, Holiday> {
  const known = years.get(year);
  if (known) return known;
  const fixed = Object.entries(national).map(([day, name]) => ({
    day: `${String(year).padStart(4, '0')}-${day}`,
    name,
    estimated: false,
  }));
  const sorted = [...moonSightedIn(year), ...fixed].map((holiday) => [holiday.day, holiday] as const);
  const made = new Map([...new Map(sorted)].sort(([a], [b]) => (a < b ? -1 : 1)));
  if (years.size >= mostYears) years.clear();
  years.set(year, made);
  return made;
}

export const defaultHolidayOn = (day: string): Holiday | null =>
  defaultHolidaysIn(Number(day.slice(0, 4))).get(day) ?? null;
