import { scannerUrl } from '@tma/kit';
import { expect, test } from 'vitest';
import { clamdAddress } from './clamd.ts';

test.each([
  ['clamd://scan:3310', { host: 'scan', port: 3310 }],
  ['clamd://scan', { host: 'scan', port: 3310 }],
  ['clamd://[::1]:3311', { host: '::1', port: 3311 }],
  ['clamd:///run/clamd.sock', { path: '/run/clamd.sock' }],
  ['/run/clamd.sock', { path: '/run/clamd.sock' }],
])('clamd is reached at %s', (url, address) => {
  expect(scannerUrl.parse(url)).toBe(url);
  expect(clamdAddress(url)).toEqual(address);
});

test.each(['', 'scan', 'http://scan:3310', 'clamd://', 'clamd://scan:3310/x', 'clamd://scan:x'])(
  '%j names no clamd',
  (url) => {
    expect(scannerUrl.safeParse(url).success).toBe(false);
  },
);
