import { HttpError } from '@tma/kit';
import { describe, expect, test } from 'vitest';
import { createBoundedQueue } from './bounded-queue.ts';

describe('a bounded queue', () => {
  test('limits how many jobs run and wait, and refuses the rest with 503', async () => {
    const run = createBoundedQueue(2, 3);
    let running = 0;
    let most = 0;
    const gates: (() => void)[] = [];
    const job = async () => {
      most = Math.max(most, ++running);
      await new Promise<void>((resolve) => gates.push(resolve));
      running -= 1;
      return 'done';
    };
    const results = Array.from({ length: 7 }, () => run(job).catch((error: HttpError) => error.status));
    expect(await Promise.all(results.slice(5))).toEqual([503, 503]);
    for (let opened = 0; opened < 5; opened += 1) {
      while (gates.length === 0) await Promise.resolve();
      gates.shift()?.();
      await results[opened];
    }
    expect(await Promise.all(results.slice(0, 5))).toEqual(Array(5).fill('done'));
    expect(most).toBe(2);
  });

  test('continues after a job that fails', async () => {
    const run = createBoundedQueue(1, 1);
    await expect(run(async () => Promise.reject(new HttpError(400, 'x', 'x')))).rejects.toThrow('x');
    await expect(run(async () => 1)).resolves.toBe(1);
  });

  test('runs jobs in the order in which they came', async () => {
    const run = createBoundedQueue(1, 10);
    const order: number[] = [];
    await Promise.all([1, 2, 3, 4].map((number) => run(async () => order.push(number))));
    expect(order).toEqual([1, 2, 3, 4]);
  });
});
