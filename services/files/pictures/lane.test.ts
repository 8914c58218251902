import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { createLane } from './lane.ts';

test('a lane runs one piece of work at a time, in the order of arrival, also after a failure', async () => {
  const lane = createLane(1);
  let running = 0;
  const most: number[] = [];
  const order: number[] = [];
  const work = (n: number) =>
    lane.run(async () => {
      running += 1;
      most.push(running);
      order.push(n);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      if (n === 3) throw new Error('three');
      return n;
    });
  const results = await Promise.allSettled([1, 2, 3, 4, 5, 6].map(work));
  expect(results.map(({ status }) => status === 'fulfilled')).toEqual([true, true, false, true, true, true]);
  expect(Math.max(...most)).toBe(1);
  expect(order).toEqual([1, 2, 3, 4, 5, 6]);
});

test('as many run at once as it is wide, each with memory of its own', async () => {
  const lane = createLane(2);
  const begun: string[] = [];
  const ends = ['first', 'second', 'third'].map((name) => {
    const end = Promise.withResolvers<void>();
    const result = lane.run(async ({ read }) => {
      begun.push(name);
      const content = await read(Readable.from([Buffer.from(name)]));
      await end.promise;
      return content.toString();
    });
    return { end, result };
  });
  await expect.poll(() => begun).toEqual(['first', 'second']);
  expect(lane.waiting()).toBe(1);
  for (const { end } of ends) end.resolve();
  expect(await Promise.all(ends.map(({ result }) => result))).toEqual(['first', 'second', 'third']);
});

test("of one sender's work the second comes after everybody's first", async () => {
  const lane = createLane(1);
  const order: string[] = [];
  const note = (name: string) => async () => void order.push(name);
  const raid = [1, 2, 3].map((n) => lane.run(note(`raider ${n}`), 'raider'));
  await Promise.all([...raid, lane.run(note('honest'), 'honest')]);
  expect(order).toEqual(['raider 1', 'honest', 'raider 2', 'raider 3']);
});
