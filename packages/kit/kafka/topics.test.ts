import type kafkajs from 'kafkajs';
import { expect, it } from 'vitest';
import { lagOf } from './topics.ts';

/** @param partitions the first offset that is kept, the end, and what the group committed, -1 for nothing */
function adminOf(partitions: readonly [low: number, high: number, committed: number][]) {
  const ends = partitions.map(([low, high], partition) => ({ partition, low: String(low), high: String(high) }));
  const offsets = partitions.map(([, , committed], partition) => ({ partition, offset: String(committed) }));
  return {
    fetchTopicOffsets: async () => ends,
    fetchOffsets: async () => [{ topic: 'any', partitions: offsets }],
  } as unknown as kafkajs.Admin;
}

it.each<[string, [number, number, number][], number]>([
  ['everything was handled', [[0, 5, 5]], 0],
  ['some waits', [[0, 5, 2]], 3],
  ['the group has begun nothing: what is kept waits', [[2, 5, -1]], 3],
  [
    'the group came further since the ends were read, which makes up for no other partition',
    [
      [0, 5, 9],
      [0, 4, 1],
    ],
    3,
  ],
])('%s', async (_what, partitions, lag) => {
  expect(await lagOf(adminOf(partitions), 'group', 'any')).toBe(lag);
});
