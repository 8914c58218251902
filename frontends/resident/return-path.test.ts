import { expect, it } from 'vitest';
import { guardedPath, hasReturnPath, pathAfterSignIn } from './return-path.ts';

it.each(['/profile', '/newrequest', '/userDashboard?tab=mycomplaints'])(
  '%s is returned to after signing in',
  (path) => {
    expect(guardedPath(path)).toBe(path);
  },
);

it.each([
  'https://evil.example/profile',
  '//evil.example/profile',
  '/\\evil.example/profile',
  '\t//evil.example/profile',
  'javascript:alert(1)//profile',
  '/profile/../signin',
  '/signin',
  '/adminDashboard',
  '/',
  '',
  null,
  7,
])('%j is not', (path) => {
  expect(guardedPath(path)).toBeNull();
});

it.each([
  [{ record: 'TMA-7CV3X4JW' }, '/r/TMA-7CV3X4JW'],
  [{ record: '//evil.example' }, '/r/%2F%2Fevil.example'],
  [{ record: 7 }, null],
  [{ message: 'signUp.success' }, null],
  ['TMA-7CV3X4JW', null],
  [null, null],
])('who comes to /signin with the state %j goes on to the record %s', (state, path) => {
  expect(pathAfterSignIn('42', state)).toBe(path ?? '/userDashboard');
  expect(hasReturnPath(state)).toBe(path !== null);
});
