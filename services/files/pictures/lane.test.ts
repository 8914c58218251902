import { expect, test } from 'vitest';
import type { Storage } from '../storage/storage.ts';
import { createLane } from './lane.ts';

/** None of this work reads an original. */
const newLane = () => createLane({} as Storage);

test('a lane runs one piece of work at a time, in the order of arrival, also after a failure', async () => {
  const lane = newLane();
  let running = 0;
  const most: number[] = [];
  const order: number[] = [];
  const work = (n: number) =>
    lane.runUrgent(async () => {
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

test('deferred work waits until no urgent work does, and is not counted as urgent', async () => {
  const lane = newLane();
  const order: string[] = [];
  const note = (name: string) => async () => void order.push(name);
  const all = [lane.runUrgent(note('first')), lane.runDeferred(note('deferred')), lane.runUrgent(note('urgent'))];
  expect(lane.urgentWaiting()).toBe(1);
  await Promise.all(all);
  expect(order).toEqual(['first', 'urgent', 'deferred']);
  expect(lane.urgentWaiting()).toBe(0);
});

test("of one sender's work the second comes after everybody's first", async () => {
  const lane = newLane();
  const order: string[] = [];
  const note = (name: string) => async () => void order.push(name);
  const raid = [1, 2, 3].map((n) => lane.runUrgent(note(`raider ${n}`), 'raider'));
  await Promise.all([...raid, lane.runUrgent(note('honest'), 'honest')]);
  expect(order).toEqual(['raider 1', 'honest', 'raider 2', 'raider 3']);
});
