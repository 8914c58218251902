import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dockerProjectFile, removeContainers } from './docker.ts';
import { storedBy } from './index.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tma-begun-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** Puts a program in the place of Docker, which notes what it is asked. */
function placeDocker(script: string) {
  writeFileSync(join(folder, 'docker'), `#!/bin/sh\necho "$*" >>"${folder}/asked"\n${script}\n`, { mode: 0o755 });
  vi.stubEnv('PATH', folder);
}

it('data is found where it was first stored, whether or not Docker runs now', () => {
  expect(storedBy(folder)).toBeNull();
  writeFileSync(join(folder, dockerProjectFile), 'tma-1');
  expect(storedBy(folder)).toBe('docker');
});

it('native data is recognised by its Postgres cluster', () => {
  mkdirSync(join(folder, 'postgres'));
  expect(storedBy(folder)).toBeNull();
  writeFileSync(join(folder, 'postgres', 'PG_VERSION'), '18');
  expect(storedBy(folder)).toBe('native');
});

it('what Docker keeps is removed with its volumes, also when none of its containers is left', async () => {
  placeDocker('exit 0');
  const asked = () => readFileSync(join(folder, 'asked'), 'utf8');
  await removeContainers(folder);
  expect(asked()).not.toContain('down');
  writeFileSync(join(folder, dockerProjectFile), 'tma-1');
  await removeContainers(folder);
  expect(asked()).toMatch(/^compose -p tma-1 -f .+ down --volumes/m);
});

it('a data folder keeps what Docker has for it where it was moved, and a copy of one that is still there has nothing', async () => {
  placeDocker('exit 0');
  const asked = () => readFileSync(join(folder, 'asked'), 'utf8');
  const other = join(folder, 'other');
  writeFileSync(join(folder, dockerProjectFile), `tma-1\n${other}\n`);
  await removeContainers(folder);
  expect(asked()).toContain('compose -p tma-1');
  mkdirSync(other);
  writeFileSync(join(other, dockerProjectFile), `tma-1\n${other}\n`);
  writeFileSync(join(folder, 'asked'), '');
  await removeContainers(folder);
  expect(asked()).not.toContain('down');
});

it('data that Docker keeps is not forgotten while it does not answer, or cannot remove it', async () => {
  placeDocker('exit 1');
  await removeContainers(folder);
  writeFileSync(join(folder, dockerProjectFile), 'tma-1');
  await expect(removeContainers(folder)).rejects.toThrow('Start Docker first; nothing was deleted.');
  placeDocker('case $* in *down*) echo "volume is in use"; exit 1 ;; esac');
  await expect(removeContainers(folder)).rejects.toThrow('volume is in use');
});
