import type { ChildProcess } from 'node:child_process';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Child } from './children.ts';
import { backoffMs, keepRunning } from './restarts.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Children that exit when a test decides. */
function fakeChildren() {
  const exits: ((reason: string) => void)[] = [];
  const start = async (): Promise<Child> => ({
    process: { pid: exits.length + 1 } as ChildProcess,
    output: () => '',
    hasExited: () => false,
    onExit: (callback) => void exits.push(callback),
    stop: async () => {},
  });
  return { start, started: () => exits.length, exitLast: (reason: string) => exits.at(-1)?.(reason) };
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

it('restarts what exited, later each time, and prints that', async () => {
  const { start, started, exitLast } = fakeChildren();
  const lines: string[] = [];
  await keepRunning('notify', start, { print: (line) => lines.push(line), onRestart: () => lines.push('restarted') });
  exitLast('SIGKILL');
  await vi.advanceTimersByTimeAsync(199);
  expect(started()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(started()).toBe(2);
  exitLast('code 1');
  await vi.advanceTimersByTimeAsync(400);
  expect(lines).toEqual([
    'notify ended (SIGKILL) and is started again in 0.2 s',
    'restarted',
    'notify ended (code 1) and is started again in 0.4 s',
    'restarted',
  ]);
});

it('begins with the short pause again after half a minute without an exit', async () => {
  const { start, started, exitLast } = fakeChildren();
  const child = await keepRunning('notify', start, { print: () => {}, onRestart: () => {} });
  for (const pause of [200, 400]) {
    exitLast('code 1');
    await vi.advanceTimersByTimeAsync(pause);
  }
  expect(child.restarts()).toBe(2);
  await vi.advanceTimersByTimeAsync(30_001);
  exitLast('code 1');
  await vi.advanceTimersByTimeAsync(200);
  expect(started()).toBe(4);
});

it('does not restart what was stopped', async () => {
  const { start, started, exitLast } = fakeChildren();
  const child = await keepRunning('notify', start, { print: () => {}, onRestart: () => {} });
  exitLast('code 1');
  const stopped = child.stop();
  await vi.advanceTimersByTimeAsync(20_000);
  await stopped;
  expect(started()).toBe(1);
});

it('a stop that begins when its time is over prints no warning of Node', async () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  const child = await keepRunning('notify', fakeChildren().start, { print: () => {}, onRestart: () => {} });
  await child.stop('SIGTERM', -1);
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
});
