import { expect, it } from 'vitest';
import { type Change, linesOf } from './history-lines.ts';

const change = (day: number, status: string, schedule: string | null = null): Change => ({
  at: `2026-03-0${day}T09:30:00Z`,
  status,
  schedule,
  by: day === 1 ? 'resident' : 'administration',
});

it('names what each change made different', () => {
  const lines = linesOf([
    change(1, 'Open'),
    change(2, 'In Progress'),
    change(3, 'In Progress', '2026-03-07'),
    change(4, 'In Progress', '2026-03-08'),
    change(5, 'Closed'),
  ]);
  expect(lines.map(({ what }) => what)).toEqual([
    ['received'],
    [{ status: 'In Progress' }],
    ['scheduled'],
    ['rescheduled'],
    [{ status: 'Closed' }, 'unscheduled'],
  ]);
});

it('shows a report that was sent with a schedule as received, not as scheduled', () => {
  expect(linesOf([change(1, 'Open', '2026-03-07')])).toEqual([{ at: '2026-03-01T09:30:00Z', what: ['received'] }]);
});
