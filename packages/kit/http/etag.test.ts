import { expect, it } from 'vitest';
import { isNotModified } from './etag.ts';

it.each([
  ['W/"a"', 'W/"a"', true],
  ['"a"', 'W/"a"', true],
  ['W/"a"', '"a"', true],
  ['"b", W/"a"', 'W/"a"', true],
  ['"b" ,"a" , "c"', '"a"', true],
  ['*', '"a"', true],
  [' * ', '"a"', true],
  ['"*"', '"a"', false],
  ['"b"', '"a"', false],
  ['a', '"a"', false],
  ['', '"a"', false],
  [undefined, '"a"', false],
])('If-None-Match %s of %s: %s', (ifNoneMatch, etag, expected) => {
  expect(isNotModified(ifNoneMatch, etag)).toBe(expected);
});
