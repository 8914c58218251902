import { expect, it } from 'vitest';
import { linkFault, newEmailNews } from './link-fault.ts';

const error = (code: string) => `#error=access_denied&error_code=${code}&error_description=whatever`;

it.each([
  ['', null],
  ['#section', null],
  [error('otp_expired'), 'expired'],
  [error('email_exists'), 'taken'],
  [error('unheard_of'), 'expired'],
])('%j', (hash, fault) => {
  expect(linkFault(hash)).toBe(fault);
  expect(newEmailNews('?confirmed=email', hash)).toBe(fault ?? 'confirmed');
  expect(newEmailNews('', hash)).toBeNull();
});
