import { readdirSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { situation } from '../../testing/deploy/situation.ts';
import { inheritedEnvironment, readInfraConfig } from '../config.ts';
import { defaultPorts, handedOut } from '../process-plan.ts';
import { adminKeyFile, byService, databases, planOf, processes } from '../system.ts';
import { topicPlans } from '../topic-plans.ts';
import { isOurs } from './leftovers.ts';
import { readable } from './supervisor.ts';

afterEach(() => vi.unstubAllEnvs());

describe('the table of the system', () => {
  it('gives each process a port of its own', () => {
    const ports = processes.map(({ port }) => defaultPorts[port]);
    expect(new Set(ports).size).toBe(processes.length);
    expect(new Set(Object.values(defaultPorts)).size).toBe(Object.keys(defaultPorts).length);
  });
  it('has a database for each service and dead letters for each group', () => {
    expect(Object.keys(databases).sort()).toEqual(readdirSync('services').sort());
    expect(topicPlans.map(({ name }) => name)).toContain('tma.reports.v1.notify.dlq');
  });
});

describe('the environment of the processes', () => {
  const all = processes.map(({ name, env }) => ({ name, env: Object.entries(env(situation)) }));

  it('points only to ports of the table', () => {
    const known = new Set<number>(Object.values(defaultPorts));
    const strange = all.flatMap(({ name, env }) =>
      env.flatMap(([variable, value]) => {
        const port = /127\.0\.0\.1:(\d+)/.exec(value)?.[1];
        return port && !known.has(Number(port)) ? [`${name}: ${variable}=${value}`] : [];
      }),
    );
    expect(strange).toEqual([]);
  });
  it('gives each service its own database, and the admin secret key to auth alone', () => {
    const urls = all.flatMap(({ env }) => env.filter(([variable]) => variable === 'DATABASE_URL'));
    expect(new Set(urls.map(([, value]) => value)).size).toBe(Object.keys(databases).length);
    const withKey = ['auth'];
    const holders = (value: string) => all.filter(({ env }) => env.some((entry) => entry[1] === value));
    expect(holders(adminKeyFile(situation.dataDir)).map(({ name }) => name)).toEqual(withKey);
    expect(holders('the key')).toEqual([]);
    const keysOf = (config: object) =>
      withKey.map((name) => {
        const env = planOf(name)?.env({ ...situation, config: { ...situation.config, ...config } }) ?? {};
        return [env.ADMIN_SECRET_KEY, env.ADMIN_SECRET_KEY_FILE];
      });
    // Of the operator's environment, where one of them is set; both together would be refused.
    expect(keysOf({ ADMIN_SECRET_KEY: 'the key' })).toEqual([['the key', undefined]]);
    expect(keysOf({ ADMIN_SECRET_KEY: 'the key', ADMIN_SECRET_KEY_FILE: '/k' })).toEqual([[undefined, '/k']]);
  });
  it('tells the services, and nobody else, how to sign in to a Kafka that asks for it', () => {
    const sasl = { mechanism: 'plain' as const, username: 'portal', password: 'of kafka' };
    const kafkaAccess = byService(() => ({ ssl: true, sasl }));
    const told = processes.filter(({ env }) => env({ ...situation, kafkaAccess }).KAFKA_PASSWORD === 'of kafka');
    expect(told.map(({ name }) => name)).toEqual(['auth', 'reports', 'files', 'notify', 'open311']);
    const env = told[0]?.env({ ...situation, kafkaAccess }) ?? {};
    expect(env).toMatchObject({ KAFKA_SSL: 'true', KAFKA_SASL_MECHANISM: 'plain', KAFKA_USERNAME: 'portal' });
    expect(Object.keys(env).filter((name) => name.startsWith('KAFKA'))).toEqual(
      handedOut.filter((name) => /^KAFKA.*(?<!_FILE)$/.test(name)),
    );
  });
  it.each(['PUBLIC_URL', 'MAIL_FROM'])('has %s once where a file holds it: with both no service starts', (name) => {
    vi.stubEnv(`${name}_FILE`, '/run/secrets/value');
    const config = { ...situation.config, [name]: 'read from the file' };
    const twice = processes.filter((plan) => {
      const env = { ...inheritedEnvironment(), ...plan.env({ ...situation, config }) };
      return name in env && `${name}_FILE` in env;
    });
    expect(twice.map((plan) => plan.name)).toEqual([]);
  });
  it("leaves the mailbox out where mail and messages go to servers of the operator's", () => {
    const mailbox = processes.find(({ name }) => name === 'mailbox');
    expect(mailbox?.wanted?.(situation.config)).toBe(true);
    expect(
      mailbox?.wanted?.(
        readInfraConfig({ SMS_URL: 'kannel://user:password@sms.test:13013', SMTP_URL: 'smtp://mail.example.org' }),
      ),
    ).toBe(false);
  });
});

it.each([
  ['postgres', '/x/bin/postgres -D /data/postgres -p 5442', true],
  ['postgres', '/usr/lib/postgresql/15/bin/postgres -D /var/lib/postgresql', false],
  ['redis', 'redis-server 127.0.0.1:6390', true],
  ['redis', 'redis-server *:6379', false],
  ['shell', 'node frontends/server/main.ts --root frontends/shell/dist --pages', true],
  ['shell', 'vim frontends/server/main.ts', false],
])('of a start that was killed, %s "%s" is ours to end: %s', (name, line, ours) => {
  expect(isOurs(name, line, '/data', defaultPorts)).toBe(ours);
});

describe('the lines of a log that the terminal shows', () => {
  const line = (level: number) => JSON.stringify({ level, msg: 'lost', err: { message: 'ECONNREFUSED' } });
  it.each([
    [line(30), 'info', null],
    [line(40), 'info', 'lost: ECONNREFUSED'],
    [line(30), 'debug', 'lost: ECONNREFUSED'],
    ['node: bad option', 'info', 'node: bad option'],
    ['', 'info', null],
  ])('%s at %s', (text, level, shown) => expect(readable(text, level)).toBe(shown));
});
