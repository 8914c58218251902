import { describe, expect, it } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { fieldErrors, refusedFile } from './field-errors.ts';

const given = { email: 'sana@example.com', password: 'password123', current_password: 'x', location: '' };
const coded = (code: string, message = 'whatever') => Object.assign(new Error(message), { code });
const names = (error: unknown, fields: Record<string, string> = given) =>
  fieldErrors(error, fields).map(({ name }) => name);

it.each([
  ['weak_password', 'password'],
  ['same_password', 'password'],
  ['current_password_invalid', 'current_password'],
  ['user_already_exists', 'email'],
  ['email_exists', 'email'],
])('%s is about %s', (code, field) => {
  expect(names(coded(code))).toEqual([field]);
});

it("is about an administrator's fields by their own names", () => {
  const fields = { Email: 'a@example.com', Password: 'short', Secret_Key: 'guess' };
  expect(names(new ApiError(400, 'weak_password', 'short', [{ path: 'Password', message: 'short' }]), fields)).toEqual([
    'Password',
  ]);
  expect(names(new ApiError(401, 'invalid_secret_key', 'Invalid Secret Key'), fields)).toEqual(['Secret_Key']);
});

describe('why a password was refused', () => {
  it.each([
    ['short', given.email, /at least 8/],
    ['x'.repeat(257), given.email, /at most 256/],
    ['SANA@example.com', given.email, /not your email/],
    // What the page cannot know by itself: the server's list of common ones.
    ['password123', given.email, /easy to guess/],
  ])('%.20s', (password, email, words) => {
    expect(fieldErrors(coded('weak_password'), { ...given, password, email })[0]?.words()).toMatch(words);
  });

  it('also where the form does not ask for the address', () => {
    const [found] = fieldErrors(coded('weak_password'), { password: 'sana@example.com' }, 'sana@example.com');
    expect(found?.words()).toMatch(/not your email/);
  });
});

it('of what GoTrue calls malformed, the fields that break a rule are named', () => {
  const malformed = coded('validation_failed', 'Unable to validate email address: invalid format');
  expect(names(malformed, { ...given, email: 'nobody' })).toEqual(['email']);
  expect(names(malformed, { ...given, location: 'x'.repeat(201) })).toEqual(['location']);
  expect(names(coded('validation_failed', 'Signup requires a valid password'))).toEqual([]);
});

it('the fields that the server names are taken as far as the form has them', () => {
  const error = new ApiError(400, 'invalid_request', '', [
    { path: 'location', message: 'too long' },
    { path: 'other', message: 'unknown' },
  ]);
  expect(fieldErrors(error, given).map(({ name, words }) => [name, words()])).toEqual([['location', 'too long']]);
});

it.each([coded('over_request_rate_limit'), new Error('Failed to fetch'), 'nonsense', coded('toString')])(
  'nothing else is about a field (%s)',
  (error) => {
    expect(fieldErrors(error, given)).toEqual([]);
  },
);

describe('refusedFile', () => {
  const refused = (status: number, path: string) =>
    new ApiError(status, 'invalid_request', '', [{ path, message: '' }]);
  it.each([
    [refused(400, 'image'), 'image'],
    [refused(415, 'document'), 'document'],
    [refused(413, 'document'), 'document'],
    [refused(400, 'issue'), null],
    [new ApiError(400, 'invalid_request', 'Please select a valid PDF file.'), null],
    [new ApiError(503, 'unavailable', 'the image file store is down'), null],
    [new Error('Please select an image file.'), null],
  ])('%o', (error, field) => {
    expect(refusedFile(error)).toBe(field);
  });
});
