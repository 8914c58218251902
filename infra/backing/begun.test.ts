import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { dockerProjectFile } from './docker.ts';
import { keptBy } from './index.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tma-begun-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('data stays with what has kept it so far, whether or not Docker runs now', () => {
  expect(keptBy(folder)).toBeNull();
  writeFileSync(join(folder, dockerProjectFile), 'tma-1');
  expect(keptBy(folder)).toBe('docker');
});

it('native data is recognised by its Postgres cluster', () => {
  mkdirSync(join(folder, 'postgres'));
  expect(keptBy(folder)).toBeNull();
  writeFileSync(join(folder, 'postgres', 'PG_VERSION'), '18');
  expect(keptBy(folder)).toBe('native');
});
