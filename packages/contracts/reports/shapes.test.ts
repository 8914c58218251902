import { expect, test } from 'vitest';
import { HistoryEntry, publicHistoryKinds } from './shapes.ts';

test('of a history everybody may know all but what is the office’s own: who has it, and what they write', () => {
  const kinds = HistoryEntry.shape.kind.options;
  expect(kinds.filter((kind) => !publicHistoryKinds.some((known) => known === kind))).toEqual(['noted', 'assigned']);
});
