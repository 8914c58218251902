import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { dockerProjectFile } from './docker.ts';
import { storedBy } from './index.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tma-begun-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

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
