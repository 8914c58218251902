import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectDb, createLog, type Pool } from '@tma/kit';
import { createDatabase } from '@tma/kit/testing';
import { startBacking } from '../infra/backing/index.ts';
import { freePorts } from '../infra/processes/ports.ts';
import { plan } from '../services/reports/plan.ts';

export const print = (line: string) => process.stdout.write(`  ·  ${line}\n`);

/** A folder for what a bench keeps, which ends with it. Postgres does not run as root: its user has to reach the folder. */
export async function withFolder<T>(work: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tma-bench-'));
  await chmod(dataDir, 0o711);
  return work(dataDir).finally(() => rm(dataDir, { recursive: true, force: true }));
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
