/** Days as figures count them; each is `YYYY-MM-DD`. */
import { invalidField } from '@tma/kit';
import { addDays } from '../report/due/working-days.ts';
import type { Piece, Range } from './figures.store.ts';

const defaultWeeks = 12;
const mostYears = 2;
/** From here on the days after a week cannot be written in this form. */
const last = '9999-12-01';
const dayMs = 86_400_000;

/** The Monday on which a day's week begins. */
export const mondayOf = (day: string) => addDays(day, -((new Date(day).getUTCDay() + 6) % 7));

export function weeksOf({ from, to }: Range): string[] {
  const weeks: string[] = [];
  for (let week = mondayOf(from); week <= to; week = addDays(week, 7)) weeks.push(week);
  return weeks;
}

/**
 * A range in whole weeks and the days that are left: those before the first whole week, and those after the last.
 * @returns the Mondays of the first whole week and of the week after the last; equal where there is none
 */
function wholeWeeksOf({ from, to }: Range): { first: string; end: string } {
  const first = mondayOf(addDays(from, 6));
  const end = mondayOf(addDays(to, 1));
  return { first, end: end < first ? first : end };
}

const longest = 91;
const firstMonday = Date.parse('1970-01-05');
/** The beginning of the thirteen weeks that a day is in. */
const seasonOf = (day: string) => {
  const days = (Date.parse(day) - firstMonday) / dayMs;
  return addDays(day, -(((days % longest) + longest) % longest));
};

/** The few pieces that a range consists of, each day in one of them. */
export function piecesOf(range: Range): Piece[] {
  const { from, to } = range;
  const { first, end } = wholeWeeksOf(range);
  const after = addDays(to, 1);
  const season = seasonOf(addDays(first, longest - 1));
  const lastSeason = seasonOf(end);
  const middle: Piece[] =
    season < lastSeason
      ? [
          { span: 7, since: first, before: season },
          { span: 91, since: season, before: lastSeason },
          { span: 7, since: lastSeason, before: end },
        ]
      : [{ span: 7, since: first, before: end }];
  const pieces: Piece[] = [
    { span: 1, since: from, before: first < after ? first : after },
    ...middle,
    { span: 1, since: end, before: after },
  ];
  return pieces.filter(({ since, before }) => since < before);
}

/**
 * The range that is asked for. Without `from` it is twelve weeks, the last of which has the day `to`; that is today unless told
 * otherwise. Throws 400 naming `from` where it is after `to`, or more than two years before, and `to` in the year 9999's end.
 */
export function rangeOf(asked: { from?: string; to?: string }, today: string): Range {
  const to = asked.to ?? today;
  if (to >= last) throw invalidField('to', 'must be a date of our time');
  const from = asked.from ?? addDays(mondayOf(to), -7 * (defaultWeeks - 1));
  if (from > to) throw invalidField('from', 'must not be after to');
  const earliest = `${Number(to.slice(0, 4)) - mostYears}${to.slice(4)}`;
  if (from < earliest) throw invalidField('from', `must be at most ${mostYears} years before to`);
  return { from, to };
}
