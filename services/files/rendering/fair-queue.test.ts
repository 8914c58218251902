import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

test('one task runs at a time, in the order of arrival, also after a failure', async () => {
  const queue = new FairQueue(1);
  let running = 0;
  const most: number[] = [];
  const order: number[] = [];
  const work = (n: number) =>
    queue.run(async () => {
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

test('as many run at once as it may, each with memory of its own', async () => {
  const queue = new FairQueue(2);
  const begun: string[] = [];
  const ends = ['first', 'second', 'third'].map((name) => {
    const end = Promise.withResolvers<void>();
    const result = queue.run(async (buffer) => {
      begun.push(name);
      const content = await buffer.read(Readable.from([Buffer.from(name)]));
      await end.promise;
      return content.toString();
    });
    return { end, result };
  });
  await expect.poll(() => begun).toEqual(['first', 'second']);
  expect(queue.waiting).toBe(1);
  for (const { end } of ends) end.resolve();
  expect(await Promise.all(ends.map(({ result }) => result))).toEqual(['first', 'second', 'third']);
});

test("of one sender's tasks the second comes after everybody's first", async () => {
  const queue = new FairQueue(1);
  const order: string[] = [];
  const note = (name: string) => async () => void order.push(name);
  const raid = [1, 2, 3].map((n) => queue.run(note(`raider ${n}`), 'raider'));
  await Promise.all([...raid, queue.run(note('honest'), 'honest')]);
  expect(order).toEqual(['raider 1', 'honest', 'raider 2', 'raider 3']);
});
