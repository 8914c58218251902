import { ApiError } from '@tma/web/api/api-error';
import { expect, it } from 'vitest';
import { answerError } from './answer-error.ts';

const failed = 'Your answer could not be sent. Please try again.';

it.each([
  [new ApiError(400, 'invalid_request', 'Say what is not fixed.'), 'Say what is not fixed.'],
  [
    new ApiError(400, 'invalid_request', 'The request is invalid.', [
      { path: 'reason', message: 'must not contain control characters' },
    ]),
    'must not contain control characters',
  ],
  [new ApiError(401, 'no_session', ''), 'Authentication required. Please sign in again.'],
  [new ApiError(429, 'too_many_requests', 'Slow down.'), 'Too many tries. Please wait a while and try again.'],
  [new ApiError(503, 'unavailable', 'Down.'), failed],
  [new ApiError(0, 'unreachable', ''), failed],
  [new TypeError('a bug'), failed],
])('%j', (error, text) => {
  expect(answerError(error)).toBe(text);
});
