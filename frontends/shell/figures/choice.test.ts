import { ApiError } from '@tma/web/api/api-error';
import { afterEach, expect, it, vi } from 'vitest';
import { isUnfinished, problemsOf, queryOf, readChoice, refusedBy } from './choice.ts';

afterEach(() => vi.useRealTimers());

it('what is chosen is in the address, in the order of the fields, and what is not is not', () => {
  const address = 'tehsil=Takht+Bhai&from=2026-03-05&to=2026-05-01';
  expect(new URLSearchParams(queryOf(readChoice(new URLSearchParams(address)))).toString()).toBe(address);
  expect(queryOf(readChoice(new URLSearchParams('to=2026-05-01&other=1')))).toEqual({ to: '2026-05-01' });
});

it.each([
  ['', '', {}],
  ['2026-03-05', '', {}],
  ['2026-03-05', '2026-03-05', {}],
  ['2026-03-05', '2026-03-04', { to: 'order' }],
  ['2024-03-05', '2026-03-05', {}],
  ['2024-03-04', '2026-03-05', { from: 'long' }],
  // As the server computes it: two years before February 29, 2024 is March 1.
  ['2022-03-01', '2024-02-29', {}],
  ['2022-02-28', '2024-02-29', { from: 'long' }],
  ['2026-02-30', '2026-03-05', { from: 'day' }],
  ['soon', '2026-13-01', { from: 'day', to: 'day' }],
])('from %j to %j: %j', (from, to, wrong) => {
  expect(problemsOf({ from, to })).toEqual(wrong);
});

it('a year of which only the first digits are typed waits for the others', () => {
  expect(['', '0002-03-05', '0202-03-05', '2026-03-05'].map(isUnfinished)).toEqual([true, true, true, false]);
});

it.each([
  [404, '', '2026-03-05', '', { tehsil: true }],
  [400, 'tehsil', '2026-03-05', '', { tehsil: true }],
  [400, 'to', '', '9999-12-31', { to: 'day' }],
  [400, 'from', '2026-03-06', '', { from: 'future' }],
  // Where the portal is, west of Greenwich, it is March 4 still.
  [400, 'from', '2026-03-05', '', { from: 'future' }],
  // East of it, it is March 6 already.
  [400, 'from', '2024-03-05', '', { from: 'long' }],
  [400, 'from', '1900-01-01', '', { from: 'long' }],
  [503, '', '2026-03-05', '', {}],
])('refused with %i of %j, from %j to %j: %j', (status, path, from, to, wrong) => {
  vi.useFakeTimers({ now: Date.parse('2026-03-05T20:00:00Z') });
  const error = new ApiError(status, '', '', path ? [{ path, message: '' }] : []);
  expect(refusedBy(error, { tehsil: 'Mardan', from, to })).toEqual(wrong);
});
