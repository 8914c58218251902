import { lifetimes } from '@tma/contracts';
import { afterEach, expect, it, vi } from 'vitest';
import { createDevices } from './devices.ts';

const account = { audience: 'resident', id: '1' } as const;
const secret = Buffer.alloc(32, 1);
const valueIn = (cookie: string) => cookie.split(';')[0];
afterEach(() => vi.useRealTimers());

it('a cookie of a portal behind https is sent over https alone', () => {
  expect(createDevices(secret, { isSecure: true }).cookieFor(account)).toMatch(/; Secure(;|$)/);
  expect(createDevices(secret, { isSecure: false }).cookieFor(account)).not.toContain('Secure');
});

it('a browser is known for 180 days, and to the portal alone that signed its cookie', () => {
  vi.useFakeTimers();
  const devices = createDevices(secret, { isSecure: false });
  const cookie = valueIn(devices.cookieFor(account));
  expect(createDevices(Buffer.alloc(32, 2), { isSecure: false }).idOf(cookie, account)).toBeNull();
  expect(devices.idOf(cookie, { ...account, audience: 'admin' })).toBeNull();
  vi.advanceTimersByTime((lifetimes.device - 10) * 1000);
  expect(devices.idOf(cookie, account)).toMatch(/^[\w-]{36}$/);
  vi.advanceTimersByTime(11_000);
  expect(devices.idOf(cookie, account)).toBeNull();
});
