import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readSecrets } from './secrets.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tma-secrets-'));
});
afterEach(() => rm(folder, { recursive: true }));
const stored = async () => JSON.parse(await readFile(join(folder, 'secrets.json'), 'utf8'));

it('are created once, in a file that only its owner can read', async () => {
  const secrets = await readSecrets(folder);
  expect(await stored()).toEqual(secrets);
  expect(await readSecrets(folder, 'another key')).toEqual({ ...secrets, adminSecretKey: 'another key' });
  expect(await stored()).toEqual(secrets);
  expect((await stat(join(folder, 'secrets.json'))).mode & 0o777).toBe(0o600);
  for (const name of ['linkSecret', 'closureLinkSecret'] as const)
    expect(Buffer.from(secrets[name], 'base64url')).toHaveLength(32);
});

it('what the file lacks is added, and the rest is kept', async () => {
  const { linkSecret: _none, ...before } = await readSecrets(folder);
  await writeFile(join(folder, 'secrets.json'), JSON.stringify(before));
  const completed = await readSecrets(folder);
  expect(completed).toEqual({ ...before, linkSecret: expect.stringMatching(/^[\w-]{43}$/) });
  expect(await readSecrets(folder)).toEqual(completed);
});
