import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { currentAdminKey } from './secrets.ts';

let folder: string;
let file: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tma-secrets-'));
  file = join(folder, 'key');
});
afterAll(() => rmSync(folder, { recursive: true }));

const first = 'the first key of the office';
const inFile = (NODE_ENV = 'production') =>
  currentAdminKey({ NODE_ENV, ADMIN_SECRET_KEY: first, ADMIN_SECRET_KEY_FILE: file });

it('an admin secret key of the environment stays what it is', () => {
  expect(currentAdminKey({ NODE_ENV: 'production', ADMIN_SECRET_KEY: first })()).toBe(first);
});

it('one in a file is what the file holds now', () => {
  writeFileSync(file, `${first}\n`);
  const key = inFile();
  expect(key()).toBe(first);
  writeFileSync(file, 'the next key of the office\n');
  expect(key()).toBe('the next key of the office');
});

it('a file that is empty, too short or gone opens nothing, not even with the key from before', () => {
  const key = inFile();
  for (const text of ['', 'short', 'fifteen letters']) {
    writeFileSync(file, text);
    expect(key).toThrow(expect.objectContaining({ status: 503 }));
  }
  expect(inFile('development')()).toBe('fifteen letters');
  rmSync(file);
  expect(key).toThrow(expect.objectContaining({ status: 503 }));
});
