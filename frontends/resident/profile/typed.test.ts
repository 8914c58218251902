import { beforeEach, expect, it } from 'vitest';
import { forgetTyped, keepTyped, typedBefore } from './typed.ts';

const saved = { location: 'Bank Road', tehsil: 'Mardan' };

beforeEach(() => forgetTyped());

it('is back for the person who typed it, in that form', () => {
  keepTyped('7', 'details', { location: 'Canal Road' });
  expect(typedBefore('7', 'details', saved)).toEqual({ location: 'Canal Road', tehsil: 'Mardan' });
  expect(typedBefore('8', 'details', saved)).toEqual(saved);
  expect(typedBefore('7', 'email', { email: '' })).toEqual({ email: '' });
});

it('is gone once saved, and when its person leaves', () => {
  keepTyped('7', 'details', { location: 'Canal Road' });
  forgetTyped('details');
  expect(typedBefore('7', 'details', saved)).toEqual(saved);
});

it('holds no password', () => {
  keepTyped('7', 'email', { email: 'new@example.com', current_password: 'a lantern' });
  expect(typedBefore('7', 'email', { email: '', current_password: '' })).toEqual({
    email: 'new@example.com',
    current_password: '',
  });
});
