import { expect, it } from 'vitest';
import { isHeic, scaledDown } from './fit-picture.ts';

it.each([
  [4000, 3000, { width: 2560, height: 1920 }],
  [3000, 4000, { width: 1920, height: 2560 }],
  [10_000, 10, { width: 2560, height: 3 }],
  [2560, 2560, null],
  [900, 600, null],
])('%i by %i becomes %j', (width, height, smaller) => {
  expect(scaledDown(width, height)).toEqual(smaller);
});

it.each([
  ['image/heic', 'IMG_0001', true],
  ['image/heif-sequence', 'a', true],
  ['', 'IMG_0001.HEIC', true],
  ['image/jpeg', 'IMG_0001.jpg', false],
  ['', 'heic', false],
])('%j %j is HEIC: %j', (type, name, heic) => {
  expect(isHeic(new File([], name, { type }))).toBe(heic);
});
