import { expect, test } from 'vitest';
import { defaultStatus, otherStatusColor, readStatus, statuses } from './statuses.ts';

test('statuses and their colours are those of the specification, and a report begins as Open', () => {
  expect(statuses.map(({ name, color }) => [name, color])).toEqual([
    ['Open', '#f59e0b'],
    ['In Progress', '#3b82f6'],
    ['Closed', '#10b981'],
    ['Dropped', '#ef4444'],
  ]);
  expect([otherStatusColor, defaultStatus]).toEqual(['#6b7280', 'Open']);
});

test.each([
  ['open', 'Open'],
  [' CLOSED ', 'Closed'],
  ['in progress', 'In Progress'],
  ['In-Progress', undefined],
  ['', undefined],
])('%j is read as %s', (word, status) => {
  expect(readStatus(word)).toBe(status);
});
