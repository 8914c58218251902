import { expect, it } from 'vitest';
import { linkUrl } from './links.ts';

it('a link is the form for a new password, or what confirms and redirects', () => {
  const redirect = 'https://tma.example/signin';
  expect(linkUrl('https://tma.example', 'recovery', 'abc', redirect)).toBe(
    'https://tma.example/reset-password#token_hash=abc',
  );
  expect(linkUrl('https://tma.example', 'signup', 'abc', redirect)).toBe(
    'https://tma.example/auth/v1/verify?token=abc&type=signup&redirect_to=https%3A%2F%2Ftma.example%2Fsignin',
  );
});
