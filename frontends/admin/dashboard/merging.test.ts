import { describe, expect, it } from 'vitest';
import { merge, segmentsToRead } from './merging.ts';

const row = (id: string, updated_at = '2026-03-05T09:30:00.000Z') => ({ id, updated_at });
const later = '2026-03-05T09:31:00.000Z';

describe('a segment that is read again', () => {
  it('has what changed, was added and was removed', () => {
    const read = [row('4'), row('3', later), row('1')];
    expect(merge([row('3'), row('2'), row('1')], read, false)).toEqual({ rows: read, heldBack: 0 });
  });

  it('keeps what was saved while it was read', () => {
    expect(merge([row('2', later)], [row('2')], false).rows).toEqual([row('2', later)]);
  });

  it('holds back new reports above, but not one that came back in between', () => {
    const read = [row('5'), row('4'), row('3'), row('2'), row('1')];
    expect(merge([row('3'), row('1')], read, true)).toEqual({ rows: read.slice(2), heldBack: 2 });
  });

  it('shows the first one of an empty list at once', () => {
    expect(merge([], [row('1')], true)).toEqual({ rows: [row('1')], heldBack: 0 });
  });
});

it.each([
  ['nothing', [-1, -1], [0]],
  ['the top', [0, 2], [0]],
  ['both sides of a border', [2, 3], [0, 1]],
  ['further down', [7, 8], [0, 2]],
] as const)('with %s in view, these segments and the first are read again', (_, cards, indexes) => {
  const segment = { rows: Array(3), end: null };
  expect(segmentsToRead([segment, segment, segment], cards)).toEqual(indexes);
});
