import { afterEach, expect, test, vi } from 'vitest';
import { whileConnected } from './client.ts';

afterEach(() => {
  vi.useRealTimers();
});

const partThat = (disconnect: () => Promise<void>) => ({ connect: async () => {}, disconnect });
const work = async () => 'done';

test('work that is done does not wait for a part of kafkajs that hangs, or fails, in disconnecting', async () => {
  vi.useFakeTimers();
  const hanging = partThat(() => new Promise(() => {}));
  const done = whileConnected(hanging, work);
  await vi.advanceTimersByTimeAsync(3000);
  expect(await done).toBe('done');
  const failing = partThat(() => Promise.reject(new Error('no broker')));
  expect(await whileConnected(failing, work)).toBe('done');
  const failed = whileConnected(failing, () => Promise.reject(new Error('of the work')));
  await expect(failed).rejects.toThrow('of the work');
  expect(vi.getTimerCount()).toBe(0);
});
