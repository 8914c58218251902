import { ApiError } from '@tma/web/api/api-error';
import { attemptOf } from '@tma/web/waiting-reports/states';
import { expect, it } from 'vitest';
import { waits } from './outcome.ts';

it.each([
  [0, undefined, true],
  [408, undefined, true],
  [429, 3600, true],
  [500, undefined, true],
  [503, 5, true],
  [503, undefined, true],
  [400, undefined, false],
  [401, undefined, false],
  [413, undefined, false],
  // There is no time to wait for.
  [429, undefined, false],
])('a report that is answered with %i and Retry-After %s waits to be sent: %s', (status, retryAfter, wanted) => {
  expect(waits(attemptOf(new ApiError(status, 'code', 'Words.', [], retryAfter)))).toBe(wanted);
});
