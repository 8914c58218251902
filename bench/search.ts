/** Searches in a list of reports, at few and at many. */
import { connectDb, createLog, type Pool } from '@tma/kit';
import { type Conditions, listAdminReports } from '../services/reports/desk/admin-reports.store.ts';
import { findReports } from '../services/reports/desk/find.ts';
import { searchOf } from '../services/reports/report/search/words.ts';
import { percentileOf, type Row, timesOf } from './measure.ts';
import { searchableDatabase, tehsil } from './search.store.ts';
import { print, withPostgres } from './with-backing.ts';

const small = 10_000;
const large = 1_000_000;
/** How long 95 of 100 pages may take at a million reports, in milliseconds. */
const goalMs = 100;

interface Ask {
  q: string;
  conditions?: Conditions;
  /** Whether it is the page after the middle of the two years. */
  isLater?: boolean;
}

const asks: Record<string, Ask> = {
  'a word of 70 %': { q: 'everywhere' },
  'a word of 1 %': { q: 'onepercent' },
  'a word of ten': { q: 'tenonly' },
  'a word of none': { q: 'nowhereatall' },
  'words of 70 % and of 1 %': { q: 'onepercent everywhere' },
  'words of 70 % and of ten': { q: 'everywhere tenonly' },
  'two words of 10 % each, never together': { q: 'pairone pairtwo' },
  'beginnings of one letter': { q: 'q z' },
  'four beginnings of one letter': { q: 'x y z v' },
  'the beginning of a reference': { q: 'TMA-7K' },
  'a word of 70 %, a year back': { q: 'everywhere', isLater: true },
  'a word of 1 %, a year back': { q: 'onepercent', isLater: true },
  'a word of ten, a year back': { q: 'tenonly', isLater: true },
  'a word of 70 %, pending': { q: 'everywhere', conditions: { status: 'Open' } },
  'a word of 1 %, pending': { q: 'onepercent', conditions: { status: 'Open' } },
  'a word of none, pending': { q: 'nowhereatall', conditions: { status: 'Open' } },
};

/** Starts Postgres, no portal; makes a million reports with their words. Takes about ten minutes. */
export const bench = (): Promise<Row[]> =>
  withPostgres(async (cluster) => {
    const log = createLog('bench', 'error');
    const pools: Pool[] = [];
    try {
      for (const reports of [small, large]) {
        const { url } = await searchableDatabase(cluster, reports, print);
        pools.push(connectDb(url, log));
      }
      const rows: Row[] = [];
      for (const [name, ask] of Object.entries(asks)) rows.push(await searchAt(pools, name, ask));
      return rows;
    } finally {
      for (const pool of pools) await pool.end();
    }
  });

/** The time of a page, found and read, at few reports and at many in turn. */
async function searchAt(pools: readonly Pool[], name: string, ask: Ask): Promise<Row> {
  const times = await timesOf(await Promise.all(pools.map((pool) => pageOf(pool, ask))), 200);
  const [few = Number.NaN, many = Number.NaN] = times.map((took) => percentileOf(took, 0.95));
  return {
    name: `search: ${name}, p95 at 10,000 and at a million`,
    value: `${few.toFixed(1)} ms, ${many.toFixed(1)} ms`,
    goal: `< ${goalMs} ms`,
    met: many < goalMs,
  };
}

async function pageOf(pool: Pool, { q, conditions = {}, isLater }: Ask): Promise<() => Promise<unknown>> {
  const search = searchOf(q, tehsil);
  if (!search) throw new Error(`every report is meant by ${q}`);
  const { rows } = await pool.query<{ id: string }>(
    `select id from reports where created_at < now() - interval '1 year' order by created_at desc limit 1`,
  );
  const query = { tehsil, today: '2026-03-05', conditions, limit: 50, before: isLater ? rows[0]?.id : undefined };
  return async () => listAdminReports(pool, { ...query, found: await findReports(pool, query, search) });
}
