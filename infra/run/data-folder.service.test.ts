import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandLine } from '../processes/command-line.ts';
import { findLockHolder, lockDataFolder } from './data-folder.ts';
import { readRunning, runFile } from './run-file.ts';

let folder: string;
let other: ChildProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tma-folder-'));
  other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  await once(other, 'spawn');
});
afterAll(async () => {
  other.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

const lockedBy = (pid: number, line: string | null) => writeFile(join(folder, 'lock'), JSON.stringify({ pid, line }));

it('refuses a folder that another process works on, and names the process', async () => {
  const pid = other.pid ?? 0;
  await lockedBy(pid, await commandLine(pid));
  expect(await findLockHolder(folder)).toBe(pid);
  await expect(lockDataFolder(folder)).rejects.toThrow(`process ${pid}`);
});

it('what a killed system wrote of itself is not taken for that of the next one, which is starting', async () => {
  const pid = other.pid ?? 0;
  await lockedBy(pid, await commandLine(pid));
  const wrote = (by: number) => writeFile(runFile(folder), JSON.stringify({ pid: by }));
  await wrote(pid + 1);
  expect(await readRunning(folder)).toBeNull();
  await wrote(pid);
  expect(await readRunning(folder)).toEqual({ pid });
  await rm(runFile(folder));
});

it.each([
  ['is empty', ''],
  ['has only zeros, as after a power cut', '\0'.repeat(40)],
])('takes over a lock that %s', async (_how, text) => {
  await writeFile(join(folder, 'lock'), text);
  const release = await lockDataFolder(folder);
  await release();
  expect(await readdir(folder)).toEqual([]);
});

it.each([
  ['a process that is gone', 2 ** 22 + 1, 'node infra/commands/start.ts'],
  ['a process whose number now belongs to another', process.ppid, 'node infra/commands/start.ts'],
  ['nobody: a number of this very process, from before', process.pid, 'node infra/commands/start.ts'],
])('takes over from %s', async (_who, pid, line) => {
  await lockedBy(pid, line);
  const release = await lockDataFolder(folder);
  await release();
  expect(await readdir(folder)).toEqual([]);
});

it.skipIf(!existsSync('/dev/full'))('a start on a full disk leaves no file behind', async () => {
  await symlink('/dev/full', join(folder, `lock.${process.pid}`));
  await expect(lockDataFolder(folder)).rejects.toThrow('ENOSPC');
  expect(await readdir(folder)).toEqual([]);
});
