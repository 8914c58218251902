import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lastRunning, runFile } from './run-file.ts';

it('a portal whose file cannot be read, as when another user started it, is not taken for none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tma-run-file-'));
  expect(await lastRunning(folder)).toBeNull();
  // To whoever is root only a folder cannot be read.
  await mkdir(runFile(folder));
  await expect(lastRunning(folder)).rejects.toThrow('Use the account that started the portal.');
  await rm(folder, { recursive: true });
});

it('a file that a power cut has filled with zeros is none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tma-run-file-'));
  await writeFile(runFile(folder), '\0'.repeat(40));
  expect(await lastRunning(folder)).toBeNull();
  await rm(folder, { recursive: true });
});
