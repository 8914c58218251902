import { expect, it } from 'vitest';
import { ownPath } from './return-path.ts';

it.each(['/profile', '/newrequest', '/userDashboard?tab=mycomplaints'])('%s is somewhere to come back to', (path) => {
  expect(ownPath(path)).toBe(path);
});

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
  expect(ownPath(path)).toBeNull();
});
