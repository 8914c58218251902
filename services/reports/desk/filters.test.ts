import { adminFilters } from '@tma/contracts';
import { describe, expect, test } from 'vitest';
import { dayIn } from '../report/due/working-days.ts';
import { conditionsOfFilter, countMatching } from './filters.ts';

describe('filters', () => {
  const counts = [
    { status: 'Open', scheduled: true, reports: 1 },
    { status: 'Open', scheduled: false, reports: 2 },
    { status: 'In Progress', scheduled: false, reports: 4 },
    { status: 'Closed', scheduled: true, reports: 8 },
    { status: 'Dropped', scheduled: false, reports: 16 },
  ];
  test.each([
    ['all', 31],
    ['completed', 8],
    ['pending', 3],
    ['dropped', 16],
    ['scheduled', 1],
    ['not-scheduled', 2],
    ['today', null],
    ['disputed', null],
    ['overdue', null],
    ['mine', null],
  ] as const)('%s counts %j', (filter, reports) => {
    expect(countMatching(conditionsOfFilter(filter, '2026-03-05', 'me'), counts)).toBe(reports);
  });

  test('no two filters mean the same', () => {
    const meanings = adminFilters.map(({ name }) => JSON.stringify(conditionsOfFilter(name, '2026-03-05', 'me')));
    expect(new Set(meanings).size).toBe(adminFilters.length);
  });
});

test.each([
  ['2026-03-05T18:30:00Z', '2026-03-05'],
  ['2026-03-05T18:59:59Z', '2026-03-05'],
  ['2026-03-05T19:00:00Z', '2026-03-06'],
  ['2026-03-05T19:30:00Z', '2026-03-06'],
])('at %s it is %s in Karachi', (moment, day) => {
  expect(dayIn('Asia/Karachi', new Date(moment))).toBe(day);
});
