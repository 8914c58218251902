import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openLog } from './log-file.ts';

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
