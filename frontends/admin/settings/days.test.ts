import { expect, it } from 'vitest';
import { readDays } from './days.ts';

it.each([
  ['1', 1],
  [' 365 ', 365],
  ['007', 7],
  ['0', null],
  ['366', null],
  ['-1', null],
  ['1.5', null],
  ['1e2', null],
  ['two', null],
  ['', null],
])('%j is %j working days', (text, days) => {
  expect(readDays(text)).toBe(days);
});
