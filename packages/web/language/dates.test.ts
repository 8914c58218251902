import { setLanguage } from '@tma/web/texts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { dayAndTime, dayMonthYear, daysBetween, longDate, timeOfDay } from './dates.ts';

describe('longDate', () => {
  it.each([
    ['2025-03-05', 'March 5, 2025'],
    ['2024-02-29', 'February 29, 2024'],
    ['2025-12-31', 'December 31, 2025'],
    ['2025-03-05T09:30:00.000Z', 'March 5, 2025'],
    ['2025-03-05T23:30:00+05:00', 'March 5, 2025'],
  ])('writes %s as %s', (value, words) => {
    expect(longDate(value)).toBe(words);
  });

  it('shows a moment in the configured zone: half past seven in the evening UTC is the next day in Karachi', () => {
    expect(longDate('2025-03-05T19:30:00.000Z')).toBe('March 6, 2025');
    expect(longDate('2025-03-05T19:30:00.000Z', 'UTC')).toBe('March 5, 2025');
  });

  it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])('never shifts a plain day, also in %s', (zone) => {
    expect(longDate('2025-03-05', zone)).toBe('March 5, 2025');
    expect(dayMonthYear('2025-03-05', zone)).toBe('05-03-2025');
  });

  it.each(['', 'soon', '2025-13-45'])('says nothing for %j', (value) => {
    expect(longDate(value)).toBe('');
    expect(dayMonthYear(value)).toBe('');
  });
});

describe('dayMonthYear', () => {
  it.each([
    ['2025-03-05', '05-03-2025'],
    ['2025-03-05T19:30:00.000Z', '06-03-2025'],
  ])('writes %s as %s', (value, words) => {
    expect(dayMonthYear(value)).toBe(words);
  });
});

it('tells a moment by the clock of the portal', () => {
  expect(dayAndTime('2025-03-05T19:30:00.000Z')).toBe('6 Mar 2025, 00:30');
  expect(dayAndTime('2025-03-05T19:30:00.000Z', 'UTC')).toBe('5 Mar 2025, 19:30');
  expect(timeOfDay('2025-03-05T19:30:00.000Z')).toBe('00:30');
});

it('makes a formatter once for each way to write a date, not for each date', () => {
  let made = 0;
  const counted = new Proxy(Intl.DateTimeFormat, {
    construct(target, given) {
      made += 1;
      return Reflect.construct(target, given);
    },
  });
  vi.stubGlobal('Intl', Object.create(Intl, { DateTimeFormat: { value: counted } }));
  const moments = ['2025-03-05T19:30:00.000Z', '2025-03-06T19:30:00.000Z', '2025-03-07T19:30:00.000Z'];
  const words = moments.map((moment) => longDate(moment, 'Asia/Tokyo'));
  vi.unstubAllGlobals();
  expect([made, words]).toEqual([1, ['March 6, 2025', 'March 7, 2025', 'March 8, 2025']]);
});

describe('in Urdu', () => {
  beforeAll(() => setLanguage('ur'));
  afterAll(() => setLanguage('en'));

  it('says days in Urdu, with the digits of English', () => {
    expect(longDate('2026-11-21')).toBe('21 نومبر، 2026');
    expect(dayMonthYear('2026-03-05')).toBe('05-03-2026');
  });

  it('tells the time by 24 hours', () => {
    expect(dayAndTime('2026-11-21T09:30:00.000Z')).toBe('21 نومبر، 2026، 14:30');
    expect(timeOfDay('2026-11-21T19:05:00.000Z')).toBe('00:05');
  });
});

it.each([
  ['2025-03-05T18:00:00.000Z', '2025-03-06T03:00:00.000Z', 1],
  ['2025-03-05T19:30:00.000Z', '2025-03-06T03:00:00.000Z', 0],
  ['2024-12-31T12:00:00.000Z', '2025-03-01T12:00:00.000Z', 60],
  ['2025-03-06T03:00:00.000Z', '2025-03-05T18:00:00.000Z', -1],
])('from %s to %s the day changes %i times in Karachi', (from, to, days) => {
  expect(daysBetween(from, to, 'Asia/Karachi')).toBe(days);
});
