import { expect, test } from 'vitest';
import { hasPdfHeader } from './file-types.ts';

test.each([
  ['%PDF-1.4 …', true],
  [`${'x'.repeat(1000)}%PDF-1.4 …`, true],
  [`${'x'.repeat(2000)}%PDF-1.4 …`, false],
  ['… %%EOF', false],
  ['', false],
])('%j has the header of a PDF: %s', (text, is) => {
  expect(hasPdfHeader(Buffer.from(text))).toBe(is);
});
