/** The figures of a tehsil, where few and where many reports are. */
import { connectDb, createLog } from '@tma/kit';
import { createDatabase } from '@tma/kit/testing';
import { readFigures } from '../services/reports/figures/figures.ts';
import { rangeOf } from '../services/reports/figures/range.ts';
import { addDecidedReports } from './figures.store.ts';
import { percentileOf, type Row } from './measure.ts';
import { print, withPostgres } from './with-backing.ts';

const sizes = [10_000, 1_000_000];
const times = 200;
/** Milliseconds. */
const goal = 50;
const tehsil = 'Sahiwal';
const migrations = new URL('../services/reports/schema/', import.meta.url);

/** Starts Postgres, no portal. Takes about three minutes. */
export const bench = (): Promise<Row[]> =>
  withPostgres(async (cluster) => {
    const rows: Row[] = [];
    for (const size of sizes) rows.push(...(await ofSize(cluster, size)));
    return rows;
  });

async function ofSize(cluster: string, size: number): Promise<Row[]> {
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
        await readFigures(pool, tehsil, range, today);
        if (time >= 0) took.push(performance.now() - begun);
      }
      const p95 = percentileOf(took, 0.95);
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
