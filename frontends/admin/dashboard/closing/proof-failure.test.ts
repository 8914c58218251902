import { ApiError } from '@tma/web/api/api-error';
import { expect, it } from 'vitest';
import { proofFailure } from './proof-failure.ts';

it.each([
  [422, 'proof_reused', '', { field: 'This picture was used before. Take a new one.' }],
  [422, 'file_refused', 'This file cannot be accepted.', { field: 'This file cannot be accepted.' }],
  [413, '', '', { field: 'The file is larger than 10 MB.' }],
  [429, '', '', { text: 'Too much was sent in a short time. Wait a little, then try again.' }],
  [401, '', '', { text: 'Your session has ended. Sign in again to save this.' }],
  [503, '', '', { text: 'The picture could not be sent. Nothing you filled in is lost: try again.' }],
  [409, 'already_closed', '', 'changed'],
])('a picture that is refused with %i %s is said to be so', (status, code, message, said) => {
  const failure = proofFailure(new ApiError(status, code, message), 10);
  const words =
    failure === 'changed' ? failure : 'field' in failure ? { field: failure.field() } : { text: failure.text() };
  expect(words).toEqual(said);
});
