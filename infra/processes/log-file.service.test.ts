import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lifetimes } from '@tma/contracts';
import { afterEach, expect, it, vi } from 'vitest';
import { openLog } from './log-file.ts';

afterEach(() => vi.useRealTimers());

it.skipIf(!existsSync('/dev/full'))('a full disk costs lines of the log, and nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tma-log-'));
  const path = join(folder, 'reports.log');
  await symlink('/dev/full', path);
  const printed: string[] = [];
  const log = openLog(path, (line) => printed.push(line));
  log.write('lost');
  await expect.poll(() => printed).toEqual([expect.stringContaining('ENOSPC')]);

  await rm(path);
  await expect
    .poll(
      async () => {
        log.write('kept');
        return readFile(path, 'utf8').catch(() => '');
      },
      { timeout: 5000 },
    )
    .toMatch(/^kept\n/);
  await log.close();
  await rm(folder, { recursive: true });
});

it('no line is kept for longer than a log lives, and none is lost when the file is changed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  const folder = await mkdtemp(join(tmpdir(), 'tma-log-'));
  const path = join(folder, 'reports.log');
  const log = openLog(path, () => {});
  const kept = async () =>
    (await Promise.all([`${path}.1`, path].map((file) => readFile(file, 'utf8').catch(() => ''))))
      .join('')
      .split('\n')
      .filter(Boolean)
      .map(Number);
  const written: number[] = [];
  for (let day = 0; day < 70; day += 1) {
    log.write(String(Date.now()));
    written.push(Date.now());
    await expect.poll(async () => (await kept()).at(-1), { interval: 5 }).toBe(Date.now());
    vi.advanceTimersByTime(24 * 3_600_000);
  }
  await log.close();
  const oldest = Date.now() - lifetimes.log * 1000;
  const lines = await kept();
  expect(Math.min(...lines)).toBeGreaterThanOrEqual(oldest);
  expect(lines).toEqual(written.slice(-lines.length));
  expect(lines.length).toBeGreaterThanOrEqual(14);
  await rm(folder, { recursive: true });
});

it('lines without end fill no disk: a full file takes the place of the one before it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  const folder = await mkdtemp(join(tmpdir(), 'tma-log-'));
  const path = join(folder, 'reports.log');
  const log = openLog(path, () => {}, 1000);
  const read = (file: string) => readFile(file, 'utf8').catch(() => '');
  for (let minute = 0; minute < 20; minute += 1) {
    const line = `${minute} ${'x'.repeat(1000)}`;
    log.write(line);
    await expect.poll(async () => (await read(path)).endsWith(`${line}\n`), { interval: 5 }).toBe(true);
    vi.advanceTimersByTime(60_000);
  }
  await log.close();
  const kept = (await read(`${path}.1`)) + (await read(path));
  expect(kept).toContain('19 x');
  expect(kept.length).toBeLessThan(5000);
  await rm(folder, { recursive: true });
});
