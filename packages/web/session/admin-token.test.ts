import { describe, expect, it } from 'vitest';
import { firstSession, readAdminToken } from './admin-token.ts';

const token = (payload: string) => `header.${Buffer.from(payload).toString('base64url')}.signature`;

it('reads tehsil and expiry, also in letters beyond ASCII', () => {
  expect(readAdminToken(token('{"Tehsil":"کوٹ ادو","exp":1900000000,"email":"a@b.pk"}'))).toEqual({
    tehsil: 'کوٹ ادو',
    email: 'a@b.pk',
    expires: 1900000000,
    enrol: false,
    role: 'head',
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
  token('{"Tehsil":"Kot Addu","exp":"soon"}'),
])('cannot read %j', (text) => {
  expect(readAdminToken(text)).toBeNull();
});

it('takes a token without an expiry for one that never expires', () => {
  expect(readAdminToken(token('{"Tehsil":"Kot Addu"}'))).toEqual({
    tehsil: 'Kot Addu',
    email: '',
    expires: Number.POSITIVE_INFINITY,
    enrol: false,
    role: 'head',
  });
});

describe('of the two tokens in the storage', () => {
  const now = 1_800_000_000_000;
  const old = token('{"Tehsil":"Mardan","exp":1800000000}');
  const fresh = token('{"Tehsil":"Swabi","exp":1800000001}');
  const lasting = token('{"Tehsil":"Kot Addu"}');

  it.each([
    [fresh, lasting, 'Swabi'],
    [old, fresh, 'Swabi'],
    ['undefined', lasting, 'Kot Addu'],
    [null, fresh, 'Swabi'],
    [lasting, null, 'Kot Addu'],
    [old, 'x', undefined],
    [null, null, undefined],
  ])('the first that can be read and has not expired counts (%#)', (first, second, tehsil) => {
    expect(firstSession([first, second], now)?.tehsil).toBe(tehsil);
  });
});
