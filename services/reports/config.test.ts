import { readConfig } from '@tma/kit';
import { expect, it } from 'vitest';
import { reportsSettings } from './config.ts';

const rules = reportsSettings.pick({ CLOSURE_DAYS: true, DIGEST_AT: true, TIME_ZONE: true, MAX_UPLOAD_MB: true });

it('without settings a reporter has 14 days, digests go at nine in Karachi, and a file has 10 MB', () => {
  expect(readConfig(rules, { CLOSURE_DAYS: '' })).toEqual({
    CLOSURE_DAYS: 14,
    DIGEST_AT: '09:00',
    TIME_ZONE: 'Asia/Karachi',
    MAX_UPLOAD_MB: 10,
  });
});

it('days to answer may be a fraction', () => {
  expect(readConfig(rules, { CLOSURE_DAYS: '0.0001' }).CLOSURE_DAYS).toBe(0.0001);
});

it.each([
  ['CLOSURE_DAYS', '0'],
  ['CLOSURE_DAYS', '-1'],
  ['CLOSURE_DAYS', 'two weeks'],
  ['DIGEST_AT', '9:00'],
  ['DIGEST_AT', '24:00'],
  ['TIME_ZONE', 'Karachi'],
  ['MAX_UPLOAD_MB', '0'],
])('the service does not start with %s=%s, and says which setting it is', (name, value) => {
  expect(() => readConfig(rules, { [name]: value })).toThrow(`${name}: `);
});
