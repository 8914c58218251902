import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { services } from '@tma/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { redisRules } from '../access/grants.ts';
import { childEnvironment } from '../config.ts';
import { run } from '../processes/run-program.ts';
import { processes } from '../system.ts';

it('nobody but auth and notify has the secret of the links that open accounts, and but auth the key that makes administrators', () => {
  const who = (secret: string) => processes.filter(({ secrets = [] }) => secrets.some((name) => name === secret));
  expect(who('linkSecret').map(({ name }) => name)).toEqual(['auth', 'notify']);
  // Whoever has this one makes administrators: it is not at the gateway, which the internet reaches.
  expect(who('adminSecretKey').map(({ name }) => name)).toEqual(['auth']);
  expect(who('closureLinkSecret').map(({ name }) => name)).toEqual(['reports', 'notify']);
  // Whoever has this one sends in the name of any telephone.
  expect(who('smsKey').map(({ name }) => name)).toEqual(['mailbox', 'notify']);
  // Whoever has this one brings reports in the name of any system.
  expect(who('open311Secret').map(({ name }) => name)).toEqual(['reports', 'files', 'open311']);
  // Whoever has this one writes the files of the signed log.
  expect(who('logFilesSecret').map(({ name }) => name)).toEqual(['reports', 'files']);
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
    for (const name of ['link_secret', 'closure_link_secret', 'log_key']) expect(made[name]).toMatch(/^[\w-]{43}$/);
    expect(made.link_secret).not.toBe(made.closure_link_secret);
    expect(await make()).toEqual(made);
  });

  it('have the users of Redis by the URLs of the services, each with rules of its own', async () => {
    const made = await make();
    const lines = made.redis_users?.trimEnd().split('\n') ?? [];
    expect(lines[0]).toBe('user default reset on nopass -@all +ping');
    for (const [index, name] of services.entries()) {
      const { username, password } = new URL(made[`${name}_redis_url`] ?? '');
      expect(lines[index + 1]).toBe(`user ${username} on ${redisRules(name).join(' ')} >${password}`);
      expect(made[`${name}_kafka_password`]).toMatch(/^[\w-]{43}$/);
    }
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
    const env = { ...childEnvironment(), PUBLIC_URL: `${url}/` };
    for (let time = 0; time < 2; time++) await run('sh', ['infra/compose-secrets.sh', folder, file], { env });
    expect(await readFile(file, 'utf8')).toBe(`PUBLIC_URL=${url}\n${expected}`);
    // Passwords in the URLs of servers come to them.
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });
});
