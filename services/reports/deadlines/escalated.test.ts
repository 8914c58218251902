import { expect, test } from 'vitest';
import { holidayOn } from '../report/due/rules.ts';
import { isWorkingDay } from '../report/due/working-days.ts';
import { escalatedBefore } from './escalated.ts';

test('a report is escalated on its sixth working day overdue', () => {
  // Due on Monday, November 16, 2026: overdue since Tuesday, on the next Tuesday for the sixth working day.
  expect('2026-11-16' < escalatedBefore('2026-11-23', {})).toBe(false);
  expect('2026-11-16' < escalatedBefore('2026-11-24', {})).toBe(true);
  expect('2026-11-16' < escalatedBefore('2026-11-24', { '2026-11-18': 'Urs' })).toBe(false);
  // The day of Iqbal counts where it was taken away.
  expect(escalatedBefore('2026-11-13', {})).toBe('2026-11-05');
  expect(escalatedBefore('2026-11-13', { '2026-11-09': null })).toBe('2026-11-06');
});

test('it agrees with counting working days, whatever the day', () => {
  const own = { days: {}, holidays: { '2026-12-28': 'Election', '2026-12-25': null } };
  const isWorked = (day: string) => isWorkingDay(day, (other) => holidayOn(own, other) !== null);
  for (let n = 0; n < 60; n += 1) {
    const day = (offset: number) => new Date(Date.UTC(2026, 10, 1 + n + offset)).toISOString().slice(0, 10);
    const before = escalatedBefore(day(0), own.holidays);
    for (let ago = 1; ago < 20; ago += 1) {
      const worked = Array.from({ length: ago }, (_, n) => day(-n)).filter(isWorked).length;
      expect([day(-ago), day(-ago) < before]).toEqual([day(-ago), worked > 5]);
    }
  }
});

test('the search ends for an office that never opens, too', () => {
  const closed = Object.fromEntries(
    Array.from({ length: 500 }, (_, n) => [new Date(Date.UTC(2026, 10, 24 - n)).toISOString().slice(0, 10), 'Closed']),
  );
  expect(escalatedBefore('2026-11-24', closed)).toBe('2025-11-23');
});
