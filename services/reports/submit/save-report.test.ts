import { expect, test } from 'vitest';
import { newReference } from './save-report.ts';

test('references are readable and do not repeat', () => {
  const some = Array.from({ length: 1000 }, newReference);
  for (const reference of some) expect(reference).toMatch(/^TMA-[0-9A-HJKMNP-TV-Z]{8}$/);
  expect(new Set(some).size).toBe(1000);
});
