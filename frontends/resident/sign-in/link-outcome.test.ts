import { expect, it } from 'vitest';
import { linkError, newEmailOutcome } from './link-outcome.ts';

const error = (code: string) => `#error=access_denied&error_code=${code}&error_description=whatever`;

it.each([
  ['', null],
  ['#section', null],
  [error('otp_expired'), 'expired'],
  [error('email_exists'), 'taken'],
  [error('unheard_of'), 'expired'],
])('%j', (hash, outcome) => {
  expect(linkError(hash)).toBe(outcome);
  expect(newEmailOutcome('?confirmed=email', hash)).toBe(outcome ?? 'confirmed');
  expect(newEmailOutcome('', hash)).toBeNull();
});
