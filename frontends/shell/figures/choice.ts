import { ApiError } from '@tma/web/api/api-error';

/** The choice of figures, as the address has it; fields are empty where nothing is chosen. */
export interface Choice {
  tehsil: string;
  /** Days, `YYYY-MM-DD`. */
  from: string;
  to: string;
}

type Problem = 'day' | 'order' | 'long' | 'future';

/** The longest range. */
const years = 2;

export const readChoice = (query: URLSearchParams): Choice => ({
  tehsil: query.get('tehsil') ?? '',
  from: query.get('from') ?? '',
  to: query.get('to') ?? '',
});

/** The parameters of the address: what is chosen, in the order of the fields. */
export const queryOf = (choice: Choice): Record<string, string> =>
  Object.fromEntries(Object.entries(choice).filter(([, value]) => value !== ''));

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** The same date so many years earlier, as the server computes it: for February 29 mostly March 1. */
function yearsBefore(day: string): string {
  const moment = new Date(`${day}T00:00:00Z`);
  moment.setUTCFullYear(moment.getUTCFullYear() - years);
  return moment.toISOString().slice(0, 10);
}

/** The errors of the range, by field. The server fills in empty fields. */
export function problemsOf({ from, to }: Pick<Choice, 'from' | 'to'>): { from?: Problem; to?: Problem } {
  const found: { from?: Problem; to?: Problem } = {};
  if (from && !isDay(from)) found.from = 'day';
  if (to && !isDay(to)) found.to = 'day';
  if (found.from || found.to || !from || !to) return found;
  if (to < from) return { to: 'order' };
  return from < yearsBefore(to) ? { from: 'long' } : {};
}

/**
 * The server's errors for the choice, by field. A range without an end ends today, in the portal's time zone: a first day that is refused
 * though it is less than two years ago is after that.
 */
export function refusedBy(error: unknown, { from, to }: Choice): { tehsil?: true; from?: Problem; to?: Problem } {
  if (!(error instanceof ApiError)) return {};
  const isAbout = (name: string) => error.errors.some(({ path }) => path === name);
  if (error.status === 404 || isAbout('tehsil')) return { tehsil: true };
  if (error.status !== 400) return {};
  if (isAbout('to')) return { to: 'day' };
  return { from: !to && from > yearsBefore(new Date().toISOString().slice(0, 10)) ? 'future' : 'long' };
}

/** A day that is still being typed: a date field says `0002-03-05` as soon as the year has its first digit. */
export const isUnfinished = (day: string): boolean => day < '1000';
