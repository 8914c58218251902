import { expect, it } from 'vitest';
import { preview } from './preview.ts';

it.each([
  ['', ''],
  ['a'.repeat(80), 'a'.repeat(80)],
  ['a'.repeat(81), `${'a'.repeat(80)}...`],
  ['🚮'.repeat(81), `${'🚮'.repeat(80)}...`],
])('cuts %j', (text, shown) => {
  expect(preview(text)).toBe(shown);
});
