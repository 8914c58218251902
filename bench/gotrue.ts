/**
 * Sessions through the gateway compared with GoTrue (supabase/auth), whose protocol they speak. GoTrue is no package of npm:
 * whoever has it puts its executable, `auth`, and its folder `migrations` into the folder `gotrue` of the data folder.
 * GoTrue does less: it has no gateway before it, counts nothing in Redis, signs with HS256 (here ES256) and sends no event. It
 * does more where it writes a row of its audit log for each sign-in and refresh, and its bcrypt (cost 10) is dearer than argon2id.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Pool } from 'undici';
import { withDatabase } from '../infra/backing/backing.ts';
import { readInfraConfig } from '../infra/config.ts';
import { withClient } from '../infra/deploy/cluster.store.ts';
import { untilReady, watch } from '../infra/processes/children.ts';
import { freePort } from '../infra/processes/ports.ts';
import { call, join as joinPortal } from '../testing/calls.ts';
import { noLimits } from '../testing/no-limits.ts';
import { newResident, password } from '../testing/people.ts';
import { compareRates } from './cpu.ts';
import { senderTo } from './lifecycle.ts';
import { type Row, rateOf } from './measure.ts';
import type { Peer } from './peer.ts';
import { keepApart, type Pids, pidsOf } from './processes.ts';
import { withPortal } from './systems.ts';

const callers = 8;
const goals = { user: 1.5, refresh: 3, 'sign-in': 3.5 } as const;
const startsWithinMs = 60_000;

/** Starts a portal of its own, and GoTrue with a database in the same Postgres. Takes about three minutes. */
export async function bench(): Promise<Row[]> {
  const program = join(resolve(readInfraConfig().DATA_DIR), 'gotrue');
  if (!['auth', 'migrations'].every((name) => existsSync(join(program, name))))
    return [{ name: 'GoTrue is not in the folder gotrue of the data folder: skipped', value: '' }];
  return withPortal(noLimits, async ({ running, dataDir, cluster }) => {
    const goTrue = await startGoTrue(program, cluster);
    try {
      const portal = { ...running.urls, secretKey: '', dataDir };
      const people = Array.from({ length: callers }, () => newResident('Mardan'));
      for (const person of people) {
        await joinPortal(portal, person);
        await call({ portal: goTrue.url }, '/signup', { json: { email: person.email, password } });
      }
      const emails = people.map(({ email }) => email);
      const address = `${running.urls.portal.replace('localhost', '127.0.0.1')}/auth/v1`;
      return await compare(
        await openSide(address, emails, pidsOf(running, ['gateway', 'auth', 'postgres', 'redis'])),
        await openSide(goTrue.url, emails, { GoTrue: goTrue.pid, ...pidsOf(running, ['postgres']) }),
        goTrue.version,
      );
    } finally {
      await goTrue.stop();
    }
  });
}

/** One of the two servers: what is asked of it, and the processes that work for it. */
interface Server {
  asks: Record<keyof typeof goals, (turn: number) => Promise<unknown>>;
  pids: Pids;
  close(): Promise<void>;
}

type Session = Record<'access_token' | 'refresh_token', string>;

async function openSide(url: string, emails: readonly string[], pids: Pids): Promise<Server> {
  const { origin, pathname } = new URL(url);
  const path = pathname.replace(/\/$/, '');
  const pool = new Pool(origin, { connections: callers });
  const send = senderTo(pool);
  const startSession = (kind: 'password' | 'refresh_token', json: object) =>
    send<Session>(`${path}/token?grant_type=${kind}`, { method: 'POST', json });
  const signIn = (turn: number) => startSession('password', { email: emails[turn % callers], password });
  const tokens: string[] = [];
  /** Each is used once. */
  const refreshTokens: string[] = [];
  for (const turn of emails.keys()) {
    const session = await signIn(turn);
    tokens.push(session.access_token);
    refreshTokens.push(session.refresh_token);
  }
  return {
    asks: {
      user: (turn) => send(`${path}/user`, { token: tokens[turn % callers] }),
      refresh: async () => {
        const next = await startSession('refresh_token', { refresh_token: refreshTokens.shift() });
        refreshTokens.push(next.refresh_token);
      },
      'sign-in': signIn,
    },
    pids,
    close: () => pool.close(),
  };
}

async function compare(portal: Server, goTrue: Server, version: string): Promise<Row[]> {
  const rows: Row[] = [];
  await keepApart();
  for (const what of ['user', 'refresh', 'sign-in'] as const) {
    const sideOf = ({ asks, pids }: Server, name: string) => ({
      name: `${what}: ${name}`,
      pids,
      load: () => rateOf(callers, 2500, asks[what]),
    });
    const reference = sideOf(goTrue, `GoTrue ${version}, a pool of 20`);
    const subject = sideOf(portal, 'through the gateway');
    rows.push(...(await compareRates(reference, subject, `${what}: gateway to GoTrue`, goals[what])));
  }
  await Promise.all([portal.close(), goTrue.close()]);
  return rows;
}

/** Starts GoTrue with a new database in a Postgres cluster, 20 connections, and sign-ups that need no mail. */
async function startGoTrue(folder: string, cluster: string): Promise<Peer & { version: string }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    GOTRUE_API_HOST: '127.0.0.1',
    PORT: `${port}`,
    API_EXTERNAL_URL: url,
    GOTRUE_SITE_URL: url,
    GOTRUE_DB_DRIVER: 'postgres',
    DATABASE_URL: await createDatabase(cluster),
    DB_NAMESPACE: 'auth',
    GOTRUE_DB_MIGRATIONS_PATH: join(folder, 'migrations'),
    GOTRUE_DB_MAX_POOL_SIZE: '20',
    GOTRUE_DB_MAX_IDLE_POOL_SIZE: '20',
    GOTRUE_JWT_SECRET: randomBytes(32).toString('hex'),
    GOTRUE_JWT_EXP: '3600',
    GOTRUE_JWT_AUD: 'authenticated',
    GOTRUE_MAILER_AUTOCONFIRM: 'true',
    GOTRUE_LOG_LEVEL: 'warn',
  };
  const start = (command: string, output: 'inherit' | 'ignore') =>
    spawn(join(folder, 'auth'), [command], { cwd: folder, env, stdio: ['ignore', output, output], detached: true });
  const [code] = await once(start('migrate', 'inherit'), 'exit');
  if (code !== 0) throw new Error(`GoTrue's migrations ended with ${code}`);
  // It logs each request; nobody is to wait for a terminal.
  const child = watch(start('serve', 'ignore'));
  let version = '';
  const isUp = async () => {
    const health = await fetch(`${url}/health`);
    if (health.ok) ({ version } = (await health.json()) as { version: string });
    return health.ok;
  };
  await untilReady('GoTrue', child, isUp, startsWithinMs);
  return { url, pid: child.process.pid ?? 0, version, stop: child.stop };
}

/** @returns the URL of an empty database with the schema, and the roles, that GoTrue's migrations expect */
async function createDatabase(cluster: string): Promise<string> {
  const created = new URL(withDatabase(cluster, 'gotrue'));
  await withClient(cluster, (client) => client.query('create database gotrue'));
  await withClient(created.href, (client) => client.query('create schema auth'));
  created.searchParams.set('search_path', 'auth');
  return created.href;
}
