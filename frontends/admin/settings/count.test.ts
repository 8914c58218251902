import { expect, it } from 'vitest';
import { readCount } from './count.ts';

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
])('of at most 365, %j is %j', (text, count) => {
  expect(readCount(text, 365)).toBe(count);
});
