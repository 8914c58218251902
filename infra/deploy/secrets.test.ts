import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { childEnvironment } from '../config.ts';
import { run } from '../processes/run-program.ts';
import { processes } from '../system.ts';

it('nobody but auth and notify has the secret of the links that open accounts', () => {
  const who = (secret: string) => processes.filter(({ secrets = [] }) => secrets.some((name) => name === secret));
  expect(who('linkSecret').map(({ name }) => name)).toEqual(['auth', 'notify']);
  expect(who('closureLinkSecret').map(({ name }) => name)).toEqual(['reports', 'notify']);
});

describe('the secrets of compose', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tma-compose-secrets-'));
  });
  afterEach(() => rm(folder, { recursive: true }));
  const make = async () => {
    expect(await run('sh', ['infra/compose-secrets.sh', folder])).toMatchObject({ code: 0 });
    const names = (await readdir(folder)).sort();
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    return Object.fromEntries(names.map((name, index) => [name, texts[index] ?? '']));
  };

  it('are made once, and kept', async () => {
    const made = await make();
    for (const name of ['link_secret', 'closure_link_secret']) expect(made[name]).toMatch(/^[\w-]{43}$/);
    expect(made.link_secret).not.toBe(made.closure_link_secret);
    expect(await make()).toEqual(made);
  });

  it('show the admin secret key when it is made, and never again', async () => {
    const shown = async () => (await run('sh', ['infra/compose-secrets.sh', folder])).output;
    const first = await shown();
    const key = await readFile(join(folder, 'admin_secret_key'), 'utf8');
    expect(first).toContain(key);
    expect(await shown()).not.toContain(key);
  });

  it.each([
    ['https://reports.example.gov', 'COMPOSE_PROFILES=edge\nLISTEN=127.0.0.1\n'],
    ['http://localhost:8080', ''],
  ])('the settings of a portal at %s begin with what its edge needs, and are kept', async (url, expected) => {
    const file = join(folder, 'settings');
    const env = { ...childEnvironment(), PUBLIC_URL: url };
    for (let time = 0; time < 2; time++) await run('sh', ['infra/compose-secrets.sh', folder, file], { env });
    expect(await readFile(file, 'utf8')).toBe(`PUBLIC_URL=${url}\n${expected}`);
  });
});
