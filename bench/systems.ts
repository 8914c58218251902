/** What is measured: a portal, or databases alone. Each ends with the work. */
import { fork } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectDb, createLog, type Pool } from '@tma/kit';
import { createDatabase } from '@tma/kit/testing';
import { clusterUrl, withDatabase } from '../infra/backing/backing.ts';
import { startBacking } from '../infra/backing/index.ts';
import { childEnvironment, readInfraConfig } from '../infra/config.ts';
import { withClient } from '../infra/deploy/cluster.store.ts';
import { until, watch } from '../infra/processes/children.ts';
import { freePorts } from '../infra/processes/ports.ts';
import { type Running, readRunning } from '../infra/run/run-file.ts';
import { readSecrets } from '../infra/run/secrets.ts';
import { fillPortal } from '../infra/seed/fill.ts';
import type { Seed } from '../infra/seed/people.store.ts';
import { databases } from '../infra/system.ts';
import { plan } from '../services/reports/plan.ts';
import { type Smtp, startSmtp } from '../testing/smtp.ts';

export const print = (line: string) => process.stdout.write(`  ·  ${line}\n`);

/** Says now and then how many of the reports there are. */
export const printMade = (reports: number) => (made: number) => {
  if (made % 200_000 === 0) print(`${made} of ${reports} reports`);
};

/** A folder for what a bench keeps, which ends with it. Postgres does not run as root: its user has to reach the folder. */
async function withFolder<T>(work: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tma-bench-'));
  await chmod(dataDir, 0o711);
  return work(dataDir).finally(() => rm(dataDir, { recursive: true, force: true }));
}

const startsWithinMs = 120_000;
/** Longer than a portal takes to end. */
const stopsWithinMs = 30_000;

/** A portal that a bench has to itself. */
interface OwnPortal {
  running: Running;
  dataDir: string;
  /** The address of its Postgres cluster, and of the database of reports in it. */
  cluster: string;
  reportsUrl: string;
}

/** A portal of its own, as `npm start` starts it, in another process: the measuring one does nothing else. It ends with the work. */
export const withPortal = <T>(env: Record<string, string>, work: (portal: OwnPortal) => Promise<T>): Promise<T> =>
  withFolder(async (dataDir) => {
    const ports = await freePorts(['gateway', 'mailbox']);
    const own = { DATA_DIR: dataDir, PORT: `${ports.gateway}`, MAILBOX_PORT: `${ports.mailbox}` };
    const file = fileURLToPath(new URL('../infra/commands/start.ts', import.meta.url));
    const child = watch(fork(file, { env: { ...childEnvironment(), ...own, ...env }, stdio: 'inherit' }));
    try {
      const isUp = async () => (await fetch(`http://127.0.0.1:${ports.gateway}/health`)).ok;
      await until('the portal', child, isUp, startsWithinMs);
      const running = await readRunning(dataDir);
      if (!running) throw new Error('the portal has ended');
      const cluster = await clusterOf(dataDir, running);
      return await work({ running, dataDir, cluster, reportsUrl: withDatabase(cluster, databases.reports) });
    } finally {
      await child.stop('SIGTERM', stopsWithinMs);
    }
  });

/** The URL of its Postgres cluster. */
async function clusterOf(dataDir: string, { ports }: Running): Promise<string> {
  const { DATABASE_URL, BACKING = 'env' } = readInfraConfig();
  if (DATABASE_URL && BACKING === 'env') return DATABASE_URL;
  const { databasePassword } = await readSecrets(dataDir);
  return clusterUrl(ports, databasePassword);
}

export interface FilledPortal extends OwnPortal {
  people: Seed;
}

/** The same with sample people and so many of their reports. */
export const withFilledPortal = <T>(
  env: Record<string, string>,
  reports: number,
  work: (portal: FilledPortal) => Promise<T>,
): Promise<T> =>
  withPortal(env, async (portal) => {
    const { running } = portal;
    const people = await fillPortal(running.urls.portal, running.databases, { reports, seed: 1 }, printMade(reports));
    return work({ ...portal, people });
  });

/** An SMTP server, which ends with the work. */
export async function withSmtp<T>(work: (smtp: Smtp) => Promise<T>): Promise<T> {
  const smtp = await startSmtp();
  return work(smtp).finally(() => smtp.stop());
}

/** Starts Postgres (and Kafka and Redis beside it), no portal. @param work is given the address of the cluster */
export const withPostgres = <T>(work: (cluster: string) => Promise<T>): Promise<T> =>
  withFolder(async (dataDir) => {
    const ports = await freePorts(['postgres', 'kafka', 'kafkaController', 'redis']);
    const backing = await startBacking({ dataDir, ports, password: 'bench', print });
    return work(backing.databaseUrl('postgres')).finally(() => backing.stop());
  });

/** A database of the reports service in a cluster, which ends with the work. */
export async function withReports<T>(cluster: string, work: (pool: Pool, url: string) => Promise<T>): Promise<T> {
  const database = await createDatabase(cluster, plan.schema);
  const pool = connectDb(database.url, createLog('bench', 'error'));
  try {
    return await work(pool, database.url);
  } finally {
    await pool.end();
    await database.drop();
  }
}

/**
 * Has the service of a filled database make no words for searches and sign nothing of it, which takes minutes beside what is measured; and
 * vacuums it, which Postgres would else begin to do by itself meanwhile.
 */
export const forgetWhatIsLate = (url: string) =>
  withClient(url, async (client) => {
    await client.query(
      'truncate report_words; update log_state set upto = (select coalesce(max(seq), 0) from history)',
    );
    await client.query('vacuum analyze');
  });
