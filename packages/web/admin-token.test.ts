import { expect, it } from 'vitest';
import { readAdminToken } from './admin-token.ts';

const token = (payload: string) => `header.${Buffer.from(payload).toString('base64url')}.signature`;

it('reads tehsil and expiry, also in letters beyond ASCII', () => {
  expect(readAdminToken(token('{"Tehsil":"کوٹ ادو","exp":1900000000,"sub":"1"}'))).toEqual({
    tehsil: 'کوٹ ادو',
    expires: 1900000000,
  });
});

it.each([
  '',
  'x',
  'a.b',
  'a.%%%.c',
  token('no json'),
  token('null'),
  token('{"exp":1}'),
  token('{"Tehsil":"Kot Addu"}'),
])('cannot read %j', (text) => {
  expect(readAdminToken(text)).toBeNull();
});
