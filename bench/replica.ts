import { execFile } from 'node:child_process';
import { chown, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connectDb, createLog, type Pool } from '@tma/kit';
import { createDatabase } from '@tma/kit/testing';
import pg from 'pg';
import { startPostgres } from '../infra/backing/postgres.ts';
import { freePort } from '../infra/processes/ports.ts';
import { saveReport } from '../services/reports/save-report.ts';
import { median, type Row } from './measure.ts';
import { newReport } from './transaction.ts';

const writes = 1000;
const atOnce = 8;
const settings = { perDay: 1_000_000, timeZone: 'UTC' };
const migrations = new URL('../services/reports/migrations', import.meta.url);

/**
 * A streaming replica of Postgres. Who wrote reads their report at once: from the replica, whatever it has; and from the
 * replica if it has come as far as the commit (whose position the reader carries along), else from the primary.
 * @param primaryDir the data of the primary, which runs
 * @param cluster the URL of its database `postgres`
 */
export async function readsOfReplica(primaryDir: string, cluster: string, password: string): Promise<Row[]> {
  const log = createLog('bench', 'error');
  const database = await createDatabase(cluster, migrations);
  const replicaDir = `${primaryDir}-replica`;
  await copyCluster(primaryDir, replicaDir, cluster);
  const port = await freePort();
  const replica = await startPostgres(replicaDir, port, password);
  const primaryPool = connectDb(database.url, log);
  const replicaUrl = new URL(database.url);
  replicaUrl.port = `${port}`;
  const replicaPool = connectDb(replicaUrl.href, log);
  try {
    const seen = { stale: 0, staleWithPosition: 0, fromReplica: 0 };
    const lags: number[] = [];
    let turn = 0;
    const writeAndRead = async () => {
      for (let own = turn++; own < writes; own = turn++) {
        const report = newReport();
        await saveReport(primaryPool, report, settings);
        const position = await committed(primaryPool);
        const begun = performance.now();
        if (!(await has(replicaPool, report.id))) seen.stale += 1;
        const isThere = await hasReplayed(replicaPool, position);
        if (isThere) seen.fromReplica += 1;
        if (!(await has(isThere ? replicaPool : primaryPool, report.id))) seen.staleWithPosition += 1;
        while (!(await hasReplayed(replicaPool, position)));
        lags.push(performance.now() - begun);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, writeAndRead));
    const p99 = lags.toSorted((a, b) => a - b)[Math.floor(lags.length * 0.99)] ?? Number.NaN;
    return [
      { name: 'replica: own report missing, read without a position', value: `${seen.stale} of ${writes}`, goal: '' },
      {
        name: 'replica: own report missing, read with the position of its commit',
        value: `${seen.staleWithPosition} of ${writes}`,
        goal: '0',
        met: seen.staleWithPosition === 0,
      },
      { name: 'replica: of these reads answered by the replica', value: `${seen.fromReplica} of ${writes}`, goal: '' },
      {
        name: 'replica: behind the primary, p50 and p99',
        value: `${median(lags).toFixed(1)} ms, ${p99.toFixed(1)} ms`,
        goal: '',
      },
    ];
  } finally {
    await Promise.all([primaryPool.end(), replicaPool.end()]);
    await replica.stop();
    await database.drop();
  }
}

/** A position in the log of the primary that is at or behind the caller's last commit. */
async function committed(primary: Pool): Promise<string> {
  const { rows } = await primary.query<{ position: string }>('select pg_current_wal_lsn()::text as position');
  return rows[0]?.position ?? '';
}

async function hasReplayed(replica: Pool, position: string): Promise<boolean> {
  const { rows } = await replica.query<{ there: boolean }>('select pg_last_wal_replay_lsn() >= $1::pg_lsn as there', [
    position,
  ]);
  return rows[0]?.there === true;
}

async function has(pool: Pool, id: string): Promise<boolean> {
  return (await pool.query('select from reports where id = $1', [id])).rowCount === 1;
}

/** Copies the data of a Postgres that runs, as the beginning of a replica of it. */
async function copyCluster(from: string, to: string, url: string): Promise<void> {
  const settings = join(to, 'postgresql.conf');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_backup_start('replica', true)");
    // With its owner, who is not root.
    await promisify(execFile)('cp', ['-a', from, to]);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    await rm(join(to, 'postmaster.pid'));
    const added = {
      backup_label: rows[0]?.labelfile ?? '',
      'standby.signal': '',
      'postgresql.conf': `${await readFile(settings, 'utf8')}\nprimary_conninfo = '${url}'\n`,
    };
    const { uid, gid } = await stat(from);
    for (const [name, text] of Object.entries(added)) {
      await writeFile(join(to, name), text);
      await chown(join(to, name), uid, gid);
    }
  } finally {
    await client.end();
  }
}
