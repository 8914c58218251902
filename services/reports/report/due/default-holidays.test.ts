import { describe, expect, test } from 'vitest';
import { defaultHolidayOn, defaultHolidaysIn } from './default-holidays.ts';

const listOf = (year: number) => [...defaultHolidaysIn(year).values()];
const dayMs = 24 * 3600 * 1000;

test('a year has the national days, and those that the moon decides', () => {
  expect(listOf(2027)).toEqual([
    { day: '2027-02-05', name: 'Kashmir Day', estimated: false },
    { day: '2027-03-10', name: 'Eid ul-Fitr', estimated: true },
    { day: '2027-03-11', name: 'Eid ul-Fitr', estimated: true },
    { day: '2027-03-12', name: 'Eid ul-Fitr', estimated: true },
    { day: '2027-03-23', name: 'Pakistan Day', estimated: false },
    { day: '2027-05-01', name: 'Labour Day', estimated: false },
    { day: '2027-05-17', name: 'Eid ul-Adha', estimated: true },
    { day: '2027-05-18', name: 'Eid ul-Adha', estimated: true },
    { day: '2027-05-19', name: 'Eid ul-Adha', estimated: true },
    { day: '2027-05-28', name: 'Youm-e-Takbeer', estimated: false },
    { day: '2027-06-14', name: 'Ashura', estimated: true },
    { day: '2027-06-15', name: 'Ashura', estimated: true },
    { day: '2027-08-14', name: 'Independence Day', estimated: false },
    { day: '2027-08-15', name: 'Eid Milad-un-Nabi', estimated: true },
    { day: '2027-11-09', name: 'Iqbal Day', estimated: false },
    { day: '2027-12-25', name: 'Quaid-e-Azam Day', estimated: false },
  ]);
});

test('of two holidays on one day the certain one counts', () => {
  expect(defaultHolidayOn('2026-05-28')).toEqual({ day: '2026-05-28', name: 'Youm-e-Takbeer', estimated: false });
});

test('an Islamic year is shorter: a holiday can come twice in a year', () => {
  const days = listOf(2000).filter(({ name }) => name === 'Eid ul-Fitr');
  expect(days.map(({ day }) => day)).toEqual([
    '2000-01-08',
    '2000-01-09',
    '2000-01-10',
    '2000-12-28',
    '2000-12-29',
    '2000-12-30',
  ]);
});

describe('the calendar is the one that the platform knows as islamic-civil', () => {
  const format = new Intl.DateTimeFormat('en-u-ca-islamic-civil', {
    timeZone: 'UTC',
    month: 'numeric',
    day: 'numeric',
  });
  test.each([1900, 1999, 2000, 2026, 2100, 9999])('in %i', (year) => {
    const wanted = new Map([
      ['1/9', 'Ashura'],
      ['1/10', 'Ashura'],
      ['3/12', 'Eid Milad-un-Nabi'],
    ]);
    for (const day of [1, 2, 3]) wanted.set(`10/${day}`, 'Eid ul-Fitr').set(`12/${day + 9}`, 'Eid ul-Adha');
    const expected: string[] = [];
    for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += dayMs) {
      const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
      const name = wanted.get(`${parts.month}/${parts.day}`);
      if (name) expected.push(new Date(at).toISOString().slice(0, 10));
    }
    const fixed = listOf(year).filter(({ estimated }) => !estimated);
    const days = new Set([...expected, ...fixed.map(({ day }) => day)]);
    expect(listOf(year).map(({ day }) => day)).toEqual([...days].sort());
  });
});
