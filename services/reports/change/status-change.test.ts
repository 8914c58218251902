import { expect, test } from 'vitest';
import { requireMatch, stateAfter } from './status-change.ts';

test.each([
  ['open', 'Open'],
  ['IN PROGRESS', 'In Progress'],
  [' Closed ', 'Closed'],
  ['dropped', 'Dropped'],
])('status %j is stored as %j', (word, status) => {
  expect(stateAfter({ status: 'Open', schedule: null }, { status: word }).status).toBe(status);
});

test.each([
  [{}, '2026-03-05'],
  [{ schedule: null }, null],
  [{ schedule: '' }, null],
  [{ schedule: '2026-03-06' }, '2026-03-06'],
])('the change %j leads to the schedule %j', (change, schedule) => {
  expect(stateAfter({ status: 'Open', schedule: '2026-03-05' }, change)).toEqual({ status: 'Open', schedule });
});

test.each([undefined, '*', '"3"', '"1", "3"'])('If-Match: %s allows a change of version 3', (header) => {
  expect(() => requireMatch(header, 3)).not.toThrow();
});
test.each(['"2"', 'W/"3"', '3', ''])('If-Match: %s does not', (header) => {
  expect(() => requireMatch(header, 3)).toThrow(/changed by somebody else/);
});
