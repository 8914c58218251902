import { type ChildProcess, spawn } from 'node:child_process';
import { afterEach, expect, it, vi } from 'vitest';
import { type Child, killAll, until, untilReady, watch } from './children.ts';

afterEach(() => vi.restoreAllMocks());

it('a clock that jumps while something starts, as after a sleep, is no reason to give it up', async () => {
  const answers = [false, true];
  const check = async () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
    return answers.shift() ?? true;
  };
  await until('Kafka', null, check);
  expect(answers).toEqual([]);
});

it('what does not become ready in time is stopped: the next one could not have its folder or port', async () => {
  const stop = vi.fn(async () => {});
  const child: Child = {
    process: {} as ChildProcess,
    output: () => '',
    hasExited: () => false,
    onExit: () => {},
    stop,
  };
  await expect(untilReady('Kafka', child, async () => false, 1)).rejects.toThrow('Kafka did not start');
  expect(stop).toHaveBeenCalledOnce();
});

it('what still runs can be told to end, without being killed: Postgres is to stop as it should', async () => {
  const child = watch(spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']));
  killAll('SIGTERM');
  expect(await new Promise((resolve) => child.onExit(resolve))).toBe('SIGTERM');
});
