import { expect, it } from 'vitest';
import { isUnfinished, problemsOf, queryOf, readChoice } from './choice.ts';

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
  // As the server reckons it: two years before February 29, 2024 is March 1.
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
