import { expect, test } from 'vitest';
import { durationsOf } from './figures.ts';
import { mondayOf, rangeOf, weeksOf, wholeWeeksOf } from './range.ts';

test('weeks begin on Monday, also over the turn of a year and in a leap year', () => {
  expect(mondayOf('2026-11-22')).toBe('2026-11-16');
  expect(mondayOf('2026-11-23')).toBe('2026-11-23');
  expect(mondayOf('2027-01-01')).toBe('2026-12-28');
  expect(mondayOf('2024-03-01')).toBe('2024-02-26');
  expect(weeksOf({ from: '2026-12-30', to: '2027-01-11' })).toEqual(['2026-12-28', '2027-01-04', '2027-01-11']);
  expect(weeksOf({ from: '2026-11-19', to: '2026-11-19' })).toEqual(['2026-11-16']);
});

test('a range is twelve weeks, the last of them that of today, unless told otherwise', () => {
  const range = rangeOf({}, '2026-11-22');
  expect(range).toEqual({ from: '2026-08-31', to: '2026-11-22' });
  expect(weeksOf(range)).toHaveLength(12);
  expect(rangeOf({ from: '2026-11-01' }, '2026-11-22')).toEqual({ from: '2026-11-01', to: '2026-11-22' });
  expect(rangeOf({ to: '2025-01-01' }, '2026-11-22')).toEqual({ from: '2024-10-14', to: '2025-01-01' });
});

test('it is two years at most and does not end before it begins', () => {
  expect(rangeOf({ from: '2024-11-22', to: '2026-11-22' }, '2026-11-22').from).toBe('2024-11-22');
  expect(rangeOf({ from: '2022-03-01', to: '2024-02-29' }, '2026-11-22').from).toBe('2022-03-01');
  for (const wrong of [
    { from: '2024-11-21', to: '2026-11-22' },
    { from: '2026-11-23' },
    { from: '2026-01-02', to: '2026-01-01' },
    { from: '1900-01-01', to: '2026-12-31' },
  ])
    expect(() => rangeOf(wrong, '2026-11-22')).toThrow(
      expect.objectContaining({ status: 400, details: { errors: [expect.objectContaining({ path: 'from' })] } }),
    );
});

test('days at the end of the calendar are refused', () => {
  expect(() => rangeOf({ to: '9999-12-31' }, '2026-11-22')).toThrow(
    expect.objectContaining({ status: 400, details: { errors: [expect.objectContaining({ path: 'to' })] } }),
  );
});

test('whole weeks and the days beside them are the range, whatever it begins and ends with', () => {
  const days = Array.from({ length: 31 }, (_, n) => `2026-10-${String(n + 1).padStart(2, '0')}`);
  for (const from of days) {
    for (const to of days.filter((day) => day >= from)) {
      const { first, end } = wholeWeeksOf({ from, to });
      const alone = days.filter((day) => (day >= from && day <= to && day < first) || (day >= end && day <= to));
      const inWeeks = days.filter((day) => day >= first && day < end);
      expect([...new Set([...alone, ...inWeeks])].sort()).toEqual(days.filter((day) => day >= from && day <= to));
      expect(alone.length + inWeeks.length).toBe(new Set([...alone, ...inWeeks]).size);
    }
  }
});

test('the median is between the two in the middle, the share of those in time from 0 to 1', () => {
  expect(durationsOf([])).toEqual({ medianDays: null, withinDeadline: null });
  expect(durationsOf([{ days: 3, reports: 1, within: 0 }])).toEqual({ medianDays: 3, withinDeadline: 0 });
  const two = [
    { days: 1, reports: 2, within: 2 },
    { days: 4, reports: 2, within: 1 },
  ];
  expect(durationsOf(two)).toEqual({ medianDays: 2.5, withinDeadline: 0.75 });
  expect(durationsOf([...two, { days: 9, reports: 1, within: 0 }])).toEqual({ medianDays: 4, withinDeadline: 0.6 });
});
