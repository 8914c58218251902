import { expect, test } from 'vitest';
import { durationsOf } from './figures.ts';
import { mondayOf, piecesOf, rangeOf, weeksOf } from './range.ts';

test('weeks begin on Monday, also over the turn of a year and in a leap year', () => {
  expect(mondayOf('2026-11-22')).toBe('2026-11-16');
  expect(mondayOf('2026-11-23')).toBe('2026-11-23');
  expect(mondayOf('2027-01-01')).toBe('2026-12-28');
  expect(mondayOf('2024-03-01')).toBe('2024-02-26');
  expect(weeksOf({ from: '2026-12-30', to: '2027-01-11' })).toEqual(['2026-12-28', '2027-01-04', '2027-01-11']);
  expect(weeksOf({ from: '2026-11-19', to: '2026-11-19' })).toEqual(['2026-11-16']);
});

test('a range is by default twelve weeks, the last of them the current one', () => {
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

test('the pieces of a range add up to it, wherever it begins and ends', () => {
  const dayAfter = (day: string, days: number) =>
    new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
  for (let offset = 0; offset < 95; offset += 1) {
    for (const length of [1, 2, 6, 7, 8, 13, 14, 20, 90, 91, 97, 98, 182, 200, 365, 731]) {
      const from = dayAfter('2024-11-22', offset);
      const to = dayAfter(from, length - 1);
      const pieces = piecesOf({ from, to });
      expect(pieces.at(0)?.since).toBe(from);
      expect(pieces.at(-1)?.before).toBe(dayAfter(to, 1));
      for (const [place, { span, since, before }] of pieces.entries()) {
        expect(since).toBe(pieces[place - 1]?.before ?? from);
        expect((Date.parse(before) - Date.parse(since)) % (span * 86_400_000)).toBe(0);
        if (span > 1) expect(mondayOf(since)).toBe(since);
        if (span === 91) expect((Date.parse(since) - Date.parse('1970-01-05')) % (91 * 86_400_000)).toBe(0);
      }
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
