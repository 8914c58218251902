import { expect, it } from 'vitest';
import { pathAfterSignIn, readFilter } from './filters.ts';

it.each([
  ['not-scheduled', 'not-scheduled'],
  ['Today', 'all'],
  ['', 'all'],
  [null, 'all'],
])('the filter %j in the address shows %s', (word, filter) => {
  expect(readFilter(word)).toBe(filter);
});

it.each([
  [{ filter: 'today' }, '/adminDashboard?filter=today'],
  [{ filter: 'all' }, '/adminDashboard'],
  [{ filter: '//evil.example' }, '/adminDashboard'],
  [{ message: 'x' }, '/adminDashboard'],
  ['today', '/adminDashboard'],
  [null, '/adminDashboard'],
])('a sign-in with the state %j leads to %s', (state, path) => {
  expect(pathAfterSignIn(state)).toBe(path);
});
