/** The figures of a tehsil, where few and where many reports are. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectDb, createLog } from '@tma/kit';
import { createDatabase } from '@tma/kit/testing';
import { startBacking } from '../infra/backing/index.ts';
import { freePorts } from '../infra/processes/ports.ts';
import { figuresOf } from '../services/reports/figures/figures.ts';
import { rangeOf } from '../services/reports/figures/range.ts';
import { readKeptFigures } from '../services/reports/stores/figures.store.ts';
import { addDecidedReports } from './figures.store.ts';
import type { Row } from './measure.ts';

const sizes = [10_000, 1_000_000];
const times = 200;
/** Milliseconds. */
const goal = 20;
const tehsil = 'Sahiwal';
const migrations = new URL('../services/reports/migrations', import.meta.url);

/** Starts Postgres, no portal. Takes about three minutes. */
export async function bench(): Promise<Row[]> {
  const print = (line: string) => process.stdout.write(`  ·  ${line}\n`);
  const dataDir = await mkdtemp(join(tmpdir(), 'tma-bench-'));
  // Postgres does not run as root: its user has to reach the folder.
  await chmod(dataDir, 0o711);
  const ports = await freePorts(['postgres', 'kafka', 'kafkaController', 'redis']);
  const backing = await startBacking({ dataDir, ports, password: 'bench', print });
  try {
    const rows: Row[] = [];
    for (const size of sizes) rows.push(...(await ofSize(backing.databaseUrl('postgres'), size, print)));
    return rows;
  } finally {
    await backing.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function ofSize(cluster: string, size: number, print: (line: string) => void): Promise<Row[]> {
  const database = await createDatabase(cluster, migrations);
  const pool = connectDb(database.url, createLog('bench', 'error'));
  const today = new Date().toISOString().slice(0, 10);
  const twoYears = { from: `${Number(today.slice(0, 4)) - 2}${today.slice(4)}` };
  try {
    await addDecidedReports(pool, { count: size, tehsil }, (made) => {
      if (made % 100_000 === 0) print(`${made} of ${size} reports`);
    });
    const rows: Row[] = [];
    for (const [name, asked] of Object.entries({ 'twelve weeks': {}, 'two years': twoYears })) {
      const took: number[] = [];
      for (let time = -20; time < times; time += 1) {
        const begun = performance.now();
        const range = rangeOf(asked, today);
        figuresOf(tehsil, range, await readKeptFigures(pool, tehsil, range, today));
        if (time >= 0) took.push(performance.now() - begun);
      }
      took.sort((a, b) => a - b);
      const p95 = took[Math.floor(times * 0.95)] ?? Number.NaN;
      print(`${name}: median ${took[times / 2]?.toFixed(1)} ms`);
      rows.push({
        name: `figures of ${name} of a tehsil with ${size} reports, p95`,
        value: `${p95.toFixed(1)} ms`,
        goal: `< ${goal} ms`,
        met: p95 < goal,
      });
    }
    return rows;
  } finally {
    await pool.end();
    await database.drop();
  }
}
