import { beforeEach, expect, it } from 'vitest';
import { changesTo, clearUnsavedInput, keepInput, withUnsavedInput } from './unsaved-input.ts';

const saved = { location: 'Bank Road', tehsil: 'Mardan' };

beforeEach(() => clearUnsavedInput());

it('is back for the person who typed it, in that form', () => {
  keepInput('7', 'details', { location: 'Canal Road' });
  expect(withUnsavedInput('7', 'details', saved)).toEqual({ location: 'Canal Road', tehsil: 'Mardan' });
  expect(withUnsavedInput('8', 'details', saved)).toEqual(saved);
  expect(withUnsavedInput('7', 'email', { email: '' })).toEqual({ email: '' });
});

it('is gone once saved, and when its person leaves', () => {
  keepInput('7', 'details', { location: 'Canal Road' });
  clearUnsavedInput('details');
  expect(withUnsavedInput('7', 'details', saved)).toEqual(saved);
});

it('holds no password', () => {
  keepInput('7', 'email', { email: 'new@example.com', current_password: 'a lantern' });
  expect(withUnsavedInput('7', 'email', { email: '', current_password: '' })).toEqual({
    email: 'new@example.com',
    current_password: '',
  });
});

it('is what differs from what is saved', () => {
  expect(changesTo(saved, { ...saved, location: 'Canal Road' })).toEqual({ location: 'Canal Road' });
  expect(changesTo(saved, { ...saved, location: '' })).toEqual({ location: '' });
  expect(changesTo(saved, { location: ' Bank Road ', tehsil: 'Mardan' })).toEqual({});
  expect(changesTo(saved, saved)).toEqual({});
});
