/** A deadline that changes for a tehsil with many open reports: how long until all is moved, and who waits meanwhile. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectDb, createLog, type Pool } from '@tma/kit';
import { createDatabase } from '@tma/kit/testing';
import { startBacking } from '../infra/backing/index.ts';
import { freePorts } from '../infra/processes/ports.ts';
import { changeDeadline } from '../services/reports/deadlines/change-rules.ts';
import { fillMissingDues } from '../services/reports/deadlines/fill-dues.ts';
import { moveDuesOf } from '../services/reports/deadlines/move-dues.ts';
import { saveReport } from '../services/reports/save-report.ts';
import { addOpenReports, changeSingly, countWrongDues } from './deadlines.store.ts';
import type { Row } from './measure.ts';
import { newReport } from './transaction.ts';

const reports = 100_000;
/** Seconds. */
const goal = 5;
const migrations = new URL('../services/reports/migrations', import.meta.url);
const tehsil = 'Sahiwal';
const [issue, otherIssue] = ['Demolishing Certificate', 'Limit Certificate'];
const config = { TIME_ZONE: 'Asia/Karachi' };

/** Starts Postgres, no portal. Takes about a minute. */
export async function bench(): Promise<Row[]> {
  const print = (line: string) => process.stdout.write(`  ·  ${line}\n`);
  const dataDir = await mkdtemp(join(tmpdir(), 'tma-bench-'));
  // Postgres does not run as root: its user has to reach the folder.
  await chmod(dataDir, 0o711);
  const ports = await freePorts(['postgres', 'kafka', 'kafkaController', 'redis']);
  const backing = await startBacking({ dataDir, ports, password: 'bench', print });
  const database = await createDatabase(backing.databaseUrl('postgres'), migrations);
  const pool = connectDb(database.url, createLog('bench', 'error'));
  try {
    print(`${reports} open reports without due days`);
    await addOpenReports(pool, { count: reports, tehsil, issue });
    await changeSingly(pool);
    const rows = [
      ...(await measured(pool, 'the fill of', 'without a due day', null, (timed) =>
        fillMissingDues({ pool: timed, config }),
      )),
      ...(await measured(pool, 'a deadline moves', 'that are open', goal, async (timed) => {
        await changeDeadline(timed, tehsil, issue, 16);
        await moveDuesOf({ pool: timed, config }, tehsil);
      })),
      ...(await measured(pool, 'a deadline of another type looks at', 'that are open', goal, async (timed) => {
        await changeDeadline(timed, tehsil, otherIssue, 16);
        await moveDuesOf({ pool: timed, config }, tehsil);
      })),
    ];
    const wrong = await countWrongDues(pool, tehsil, config.TIME_ZONE);
    if (wrong > 0) throw new Error(`${wrong} reports are due on another day than the rules say`);
    return rows;
  } finally {
    await pool.end();
    await database.drop();
    await backing.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** The time that work takes, the longest of its transactions, and the longest submission meanwhile. */
async function measured(
  pool: Pool,
  what: string,
  which: string,
  most: number | null,
  work: (timed: Pool) => Promise<unknown>,
): Promise<Row[]> {
  const { timed, longestMs } = timing(pool);
  let isDone = false;
  let slowestMs = 0;
  const submitting = (async () => {
    while (!isDone) {
      const report = newReport();
      const begun = performance.now();
      await saveReport(
        pool,
        { ...report, submission: { ...report.submission, tehsil } },
        { perDay: 1000, timeZone: config.TIME_ZONE },
      );
      slowestMs = Math.max(slowestMs, performance.now() - begun);
    }
  })();
  const begun = performance.now();
  await work(timed);
  const seconds = (performance.now() - begun) / 1000;
  isDone = true;
  await submitting;
  const name = `${what} ${reports} reports ${which}`;
  return [
    {
      name,
      value: `${seconds.toFixed(2)} s`,
      ...(most === null ? { goal: '' } : { goal: `< ${most} s`, met: seconds < most }),
    },
    { name: `${name}: the longest that a row is locked`, value: `${Math.round(longestMs())} ms`, goal: '' },
    { name: `${name}: the slowest submission meanwhile`, value: `${Math.round(slowestMs)} ms`, goal: '' },
  ];
}

/** The same pool, which knows how long a connection of it was in use at most: no transaction holds a lock longer. */
function timing(pool: Pool) {
  let longestMs = 0;
  const timed = Object.create(pool) as Pool;
  timed.connect = (async () => {
    const client = await pool.connect();
    const begun = performance.now();
    const release = client.release.bind(client);
    client.release = (broken) => {
      longestMs = Math.max(longestMs, performance.now() - begun);
      client.release = release;
      release(broken);
    };
    return client;
  }) as Pool['connect'];
  return { timed, longestMs: () => longestMs };
}
