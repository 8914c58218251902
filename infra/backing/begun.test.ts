import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { dockerNote } from './docker.ts';
import { begunWith } from './index.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tma-begun-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('data stays with what began to keep it, whether or not Docker runs today', () => {
  expect(begunWith(folder)).toBeNull();
  writeFileSync(join(folder, dockerNote), 'tma-1');
  expect(begunWith(folder)).toBe('docker');
});

it('native data is known by its cluster', () => {
  mkdirSync(join(folder, 'postgres'));
  expect(begunWith(folder)).toBeNull();
  writeFileSync(join(folder, 'postgres', 'PG_VERSION'), '18');
  expect(begunWith(folder)).toBe('native');
});
