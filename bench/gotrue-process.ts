import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { withDatabase } from '../infra/backing/backing.ts';
import { withClient } from '../infra/deploy/cluster.store.ts';
import { freePort } from '../infra/processes/ports.ts';
import type { Peer } from './peer.ts';

const startsWithinMs = 60_000;

/** The folder with GoTrue's executable and its migrations; null where it is not there. */
export async function goTrueIn(dataDir: string): Promise<string | null> {
  const folder = join(dataDir, 'gotrue');
  const files = [join(folder, 'auth'), join(folder, 'migrations')];
  const there = await Promise.all(
    files.map((file) =>
      access(file).then(
        () => true,
        () => false,
      ),
    ),
  );
  return there.every(Boolean) ? folder : null;
}

/** Starts GoTrue with a new database in a Postgres cluster, 20 connections, and sign-ups that need no mail. */
export async function startGoTrue(folder: string, cluster: string): Promise<Peer & { version: string }> {
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
  const child = start('serve', 'ignore');
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill();
    await ended;
  };
  for (const end = Date.now() + startsWithinMs; Date.now() < end && child.exitCode === null; await wait(100)) {
    const health = await fetch(`${url}/health`).catch(() => null);
    if (!health?.ok) continue;
    const { version } = (await health.json()) as { version: string };
    return { url, pid: child.pid ?? 0, version, stop };
  }
  await stop();
  throw new Error('GoTrue did not start');
}

/** @returns the URL of an empty database with the schema, and the roles, that GoTrue's migrations expect */
async function createDatabase(cluster: string): Promise<string> {
  const created = new URL(withDatabase(cluster, 'gotrue'));
  await withClient(cluster, (client) => client.query('create database gotrue'));
  await withClient(created.href, (client) => client.query('create schema auth'));
  created.searchParams.set('search_path', 'auth');
  return created.href;
}
