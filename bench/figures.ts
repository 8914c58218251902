/** The figures of a tehsil, where few and where many reports are. */
import type { Pool } from '@tma/kit';
import { fillReports, residentsFor } from '../infra/seed/fill.ts';
import { readFigures } from '../services/reports/figures/figures.ts';
import { rangeOf } from '../services/reports/figures/range.ts';
import { belowRow, percentileOf, type Row, timesOf } from './measure.ts';
import { forgetWhatIsLate, printMade, withPostgres, withReports } from './systems.ts';

const sizes = [10_000, 1_000_000];
/** Milliseconds. */
const goal = 50;
const tehsil = 'Sahiwal';

/** Starts Postgres, no portal. Takes about three minutes. */
export const bench = (): Promise<Row[]> =>
  withPostgres(async (cluster) => {
    const ofEach = (size: number) => withReports(cluster, (pool, url) => ofSize(pool, url, size));
    return (await Array.fromAsync(sizes, ofEach)).flat();
  });

async function ofSize(pool: Pool, url: string, size: number): Promise<Row[]> {
  const today = new Date().toISOString().slice(0, 10);
  const twoYears = { from: `${Number(today.slice(0, 4)) - 2}${today.slice(4)}` };
  const people = { seed: 1, tehsils: [tehsil], residents: residentsFor(size) };
  await fillReports(url, people, size, ['uploads/none.webp'], printMade(size));
  await forgetWhatIsLate(url);
  return Array.fromAsync(Object.entries({ 'twelve weeks': {}, 'two years': twoYears }), async ([name, asked]) => {
    const [took = []] = await timesOf([() => readFigures(pool, tehsil, rangeOf(asked, today), today)], 200);
    const what = `figures of ${name} of a tehsil with ${size} reports, p95`;
    return belowRow(what, percentileOf(took, 0.95), goal, 'ms', 1);
  });
}
