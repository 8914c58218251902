import { expect, test } from 'vitest';
import { HistoryEntry, publicHistoryKinds, readReference } from './shapes.ts';

test('of a history everybody may know all but what is the office’s own: who has it, and what they write', () => {
  const kinds = HistoryEntry.shape.kind.options;
  expect(kinds.filter((kind) => !publicHistoryKinds.some((known) => known === kind))).toEqual(['noted', 'assigned']);
});

test.each([
  ['TMA-7CV3X4JW', 'TMA-7CV3X4JW'],
  ['tma-7cv3x4jw', 'TMA-7CV3X4JW'],
  ['TMA-7CV3X4J', null],
  ['TMA-7CV3X4JW,TMA-7CV3X4JX', null],
  ['', null],
])('%j is the reference %j', (text, reference) => {
  expect(readReference(text)).toBe(reference);
});
