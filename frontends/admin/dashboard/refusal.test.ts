import { ApiError } from '@tma/web/api/api-error';
import { expect, it } from 'vitest';
import { refusalText } from './refusal.ts';

it.each([
  [401, 'no_token', 'Your session has ended. Sign in again to save this.'],
  [429, 'over_request_rate_limit', 'Too much was sent in a short time. Wait a little, then try again.'],
  [409, 'is_a_duplicate', 'This report is a duplicate by now, and follows another one.'],
  [409, 'changed_meanwhile', null],
  [503, 'unavailable', null],
])('a change that is refused with %i %s is said to be so', (status, code, said) => {
  expect(refusalText(new ApiError(status, code, ''))).toBe(said);
});
