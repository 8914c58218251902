import { expect, it } from 'vitest';
import { guardedPath } from './return-path.ts';

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
