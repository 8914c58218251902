import { describe, expect, test } from 'vitest';
import { addDays, addWorkingDays, dayIn, isWorkingDay } from './working-days.ts';

const none = () => false;
const on = (...days: string[]) => {
  const set = new Set(days);
  return (day: string) => set.has(day);
};

describe('the day of a moment', () => {
  test.each([
    // No summer time: a day is 24 hours from 19:00 UTC on.
    ['Asia/Karachi', '2026-03-04T18:59:59.999Z', '2026-03-04'],
    ['Asia/Karachi', '2026-03-04T19:00:00.000Z', '2026-03-05'],
    ['Asia/Karachi', '2026-12-31T19:00:00.000Z', '2027-01-01'],
    // Summer time of its own, in 2008 and no year since: one day of 23 hours from 1 June on.
    ['Asia/Karachi', '2008-06-15T18:00:00.000Z', '2008-06-16'],
    ['Asia/Karachi', '2008-11-15T18:59:59.999Z', '2008-11-15'],
    // 23 hours: 29 March 2026 begins at 23:00 UTC and ends at 22:00.
    ['Europe/Berlin', '2026-03-28T22:59:59.999Z', '2026-03-28'],
    ['Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29'],
    ['Europe/Berlin', '2026-03-29T21:59:59.999Z', '2026-03-29'],
    ['Europe/Berlin', '2026-03-29T22:00:00.000Z', '2026-03-30'],
    // 25 hours: 25 October 2026 begins at 22:00 UTC and ends at 23:00.
    ['Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25'],
    ['Europe/Berlin', '2026-10-25T22:59:59.999Z', '2026-10-25'],
    ['Europe/Berlin', '2026-10-25T23:00:00.000Z', '2026-10-26'],
    ['America/New_York', '2026-03-08T04:59:59.999Z', '2026-03-07'],
    ['America/New_York', '2026-03-08T05:00:00.000Z', '2026-03-08'],
    ['America/New_York', '2026-03-09T03:59:59.999Z', '2026-03-08'],
    ['America/New_York', '2026-03-09T04:00:00.000Z', '2026-03-09'],
    ['America/New_York', '2026-11-02T04:59:59.999Z', '2026-11-01'],
    ['America/New_York', '2026-11-02T05:00:00.000Z', '2026-11-02'],
    // No midnight: clocks went from 23:59:59 on 8 September 2018 to 01:00 in Chile's summer time of then, and in Lebanon in 2026.
    ['America/Santiago', '2018-08-12T03:59:59.999Z', '2018-08-11'],
    ['America/Santiago', '2018-08-12T04:00:00.000Z', '2018-08-12'],
    ['Asia/Beirut', '2026-03-28T21:59:59.999Z', '2026-03-28'],
    ['Asia/Beirut', '2026-03-28T22:00:00.000Z', '2026-03-29'],
    // A day that was not: Samoa skipped 30 December 2011.
    ['Pacific/Apia', '2011-12-30T09:59:59.999Z', '2011-12-29'],
    ['Pacific/Apia', '2011-12-30T10:00:00.000Z', '2011-12-31'],
  ])('in %s, %s is on %s', (zone, moment, day) => {
    expect(dayIn(zone, new Date(moment))).toBe(day);
  });
});

test.each([
  ['2026-02-28', 1, '2026-03-01'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2026-03-01', -1, '2026-02-28'],
  ['2026-03-29', 1, '2026-03-30'],
])('%s and %i days is %s', (day, days, sum) => {
  expect(addDays(day, days)).toBe(sum);
});

test.each([
  ['2026-03-06', none, true],
  ['2026-03-07', none, false],
  ['2026-03-08', none, false],
  ['2026-03-09', none, true],
  ['2026-03-09', on('2026-03-09'), false],
])('%s is a working day: %s %s', (day, isHoliday, expected) => {
  expect(isWorkingDay(day, isHoliday)).toBe(expected);
});

describe('due days', () => {
  test.each([
    // Wednesday.
    ['2026-03-04', 1, none, '2026-03-05'],
    ['2026-03-04', 2, none, '2026-03-06'],
    ['2026-03-04', 3, none, '2026-03-09'],
    // What came in on a Friday, on the weekend and on Monday.
    ['2026-03-06', 1, none, '2026-03-09'],
    ['2026-03-07', 1, none, '2026-03-09'],
    ['2026-03-08', 1, none, '2026-03-09'],
    ['2026-03-09', 1, none, '2026-03-10'],
    ['2026-03-07', 5, none, '2026-03-13'],
    ['2026-03-02', 15, none, '2026-03-23'],
    // Over a holiday, over one on a weekend, from a holiday, over a row of them.
    ['2026-03-04', 1, on('2026-03-05'), '2026-03-06'],
    ['2026-03-04', 3, on('2026-03-07'), '2026-03-09'],
    ['2026-03-05', 1, on('2026-03-05'), '2026-03-06'],
    ['2026-03-04', 1, on('2026-03-05', '2026-03-06', '2026-03-09', '2026-03-10'), '2026-03-11'],
    ['2026-12-30', 2, none, '2027-01-01'],
    ['2026-03-04', 365, none, '2027-07-28'],
  ])('%s, %i working days after it: %s %s', (day, days, isHoliday, due) => {
    expect(addWorkingDays(day, days, isHoliday)).toBe(due);
  });

  test('where no day is a working day, the search ends at the last day there is', () => {
    expect(addWorkingDays('9999-01-01', 3, () => true)).toBe('9999-12-31');
  });
});
