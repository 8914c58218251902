import { expect, it } from 'vitest';
import { fileNameOf } from './file-name.ts';

it.each([
  ['attachment; filename="reports-Mardan-2026-03-05.csv"', 'reports-Mardan-2026-03-05.csv'],
  ['attachment; filename=plain.csv', 'plain.csv'],
  [
    `attachment; filename="reports-_.csv"; filename*=UTF-8''reports-%D9%85%D8%B1%D8%AF%D8%A7%D9%86.csv`,
    'reports-مردان.csv',
  ],
  [`attachment; filename*=utf-8'ur'a%20b.csv; filename="other.csv"`, 'a b.csv'],
  [`attachment; filename="kept.csv"; filename*=UTF-8''%E0%A4%A`, 'kept.csv'],
  ['attachment; filename="with \\"quotes\\".csv"', 'with "quotes".csv'],
  ['attachment', null],
  [null, null],
])('%s names the file %s', (header, name) => {
  expect(fileNameOf(header)).toBe(name);
});
