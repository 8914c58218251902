import { expect, test } from 'vitest';
import { readRange } from './ranges.ts';

test.each([
  [undefined, null],
  ['bytes=0-3', { start: 0, end: 3 }],
  ['bytes=4-', { start: 4, end: 9 }],
  ['bytes=4-100', { start: 4, end: 9 }],
  ['bytes=-4', { start: 6, end: 9 }],
  ['bytes=-100', { start: 0, end: 9 }],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=3-2', null],
  ['bytes=-', null],
  ['bytes=0-1,3-4', null],
  ['bytes=0-1,99-', null],
  ['bytes=98-,99-', null],
  ['items=0-1', null],
  ['items=99-100', null],
  ['bytes=a-b', null],
  ['bytes= 0-3', null],
])('Range %s of 10 bytes', (header, range) => {
  expect(readRange(header, 10)).toEqual(range);
});
