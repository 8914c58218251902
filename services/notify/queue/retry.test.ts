import { expect, it } from 'vitest';
import { deferSeconds, unreachableSeconds } from './retry.ts';

it.each([
  [0, 1],
  [1, 2],
  [5, 32],
  [20, 900],
])('a message that was deferred after %i attempts waits %i s', (attempts, seconds) => {
  expect(deferSeconds(attempts)).toBe(seconds);
});

it.each([
  [0, 1],
  [2, 4],
  [3, 5],
  [2000, 5],
])('a server that was unreachable %i times before is left alone for %i s', (failures, seconds) => {
  expect(unreachableSeconds(failures)).toBe(seconds);
});
