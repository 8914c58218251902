import type { ChildProcess } from 'node:child_process';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Child } from './children.ts';
import { backoffMs, keep } from './keep-running.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Children that end when a test says so. */
function nursery() {
  const ends: ((how: string) => void)[] = [];
  const start = async (): Promise<Child> => ({
    process: { pid: ends.length + 1 } as ChildProcess,
    said: () => '',
    gone: () => false,
    whenGone: (tell) => void ends.push(tell),
    stop: async () => {},
  });
  return { start, born: () => ends.length, endLast: (how: string) => ends.at(-1)?.(how) };
}

it.each([
  [0, 200],
  [1, 400],
  [5, 6400],
  [6, 10_000],
  [60, 10_000],
])('restart %i waits %i ms', (restarts, ms) => {
  expect(backoffMs(restarts)).toBe(ms);
});

it('starts again what ended, later each time, and says so', async () => {
  const { start, born, endLast } = nursery();
  const said: string[] = [];
  await keep('notify', start, { say: (line) => said.push(line), moved: () => said.push('moved') });
  endLast('SIGKILL');
  await vi.advanceTimersByTimeAsync(199);
  expect(born()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(born()).toBe(2);
  endLast('code 1');
  await vi.advanceTimersByTimeAsync(400);
  expect(said).toEqual([
    'notify ended (SIGKILL) and is started again in 0.2 s',
    'moved',
    'notify ended (code 1) and is started again in 0.4 s',
    'moved',
  ]);
});

it('begins with the short pause anew after half a minute without trouble', async () => {
  const { start, born, endLast } = nursery();
  const kept = await keep('notify', start, { say: () => {}, moved: () => {} });
  for (const pause of [200, 400]) {
    endLast('code 1');
    await vi.advanceTimersByTimeAsync(pause);
  }
  expect(kept.restarts()).toBe(2);
  await vi.advanceTimersByTimeAsync(30_001);
  endLast('code 1');
  await vi.advanceTimersByTimeAsync(200);
  expect(born()).toBe(4);
});

it('leaves what was stopped alone', async () => {
  const { start, born, endLast } = nursery();
  const kept = await keep('notify', start, { say: () => {}, moved: () => {} });
  endLast('code 1');
  const stopped = kept.stop();
  await vi.advanceTimersByTimeAsync(20_000);
  await stopped;
  expect(born()).toBe(1);
});
