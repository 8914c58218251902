/** Searches in a list of reports, at few and at many, and the list as a CSV file, compared with Postgres' own. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectDb, createLog, type Pool } from '@tma/kit';
import { startBacking } from '../infra/backing/index.ts';
import { freePorts } from '../infra/processes/ports.ts';
import type { Conditions } from '../services/reports/filters.ts';
import { findReports } from '../services/reports/search/find.ts';
import { searchOf } from '../services/reports/search/words.ts';
import { listAdminReports } from '../services/reports/stores/admin-reports.store.ts';
import { downloadAgainstCopy } from './download.ts';
import { median, type Row, ratioRow } from './measure.ts';
import { searchableDatabase, tehsil } from './search.store.ts';

const small = 10_000;
const large = 1_000_000;
const times = 200;
/** How long the slowest of a hundred pages may take, in milliseconds, and how much longer at a hundred times as many reports. */
const goals = { ms: 30, growth: 1.1 };

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

/** Starts Postgres alone in fact; makes a million reports with their words. Takes about ten minutes. */
export async function bench(): Promise<Row[]> {
  const print = (line: string) => process.stdout.write(`  ·  ${line}\n`);
  const dataDir = await mkdtemp(join(tmpdir(), 'tma-bench-'));
  // Postgres does not run as root: its user has to reach the folder.
  await chmod(dataDir, 0o711);
  const ports = await freePorts(['postgres', 'kafka', 'kafkaController', 'redis']);
  const backing = await startBacking({ dataDir, ports, password: 'bench', print });
  const log = createLog('bench', 'error');
  const pools: Pool[] = [];
  try {
    for (const reports of [small, large]) {
      const { url } = await searchableDatabase(backing.databaseUrl('postgres'), reports, print);
      pools.push(connectDb(url, log));
    }
    const [few, many] = pools;
    if (!few || !many) return [];
    const rows: Row[] = [];
    for (const [name, ask] of Object.entries(asks)) rows.push(...(await searchAt(few, many, name, ask)));
    return [...rows, ...(await downloadAgainstCopy(many, tehsil, large))];
  } finally {
    for (const pool of pools) await pool.end();
    await backing.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** The time of a page, found and read, at few reports and at many in turn. */
async function searchAt(few: Pool, many: Pool, name: string, ask: Ask): Promise<Row[]> {
  const pages = [await pageOf(few, ask), await pageOf(many, ask)].map((read) => ({ read, took: [] as number[] }));
  for (let time = -20; time < times; time += 1) {
    for (const { read, took } of time % 2 === 0 ? pages : pages.toReversed()) {
      const begun = performance.now();
      await read();
      if (time >= 0) took.push(performance.now() - begun);
    }
  }
  const [small = [], large = []] = pages.map(({ took }) => took);
  const slowest = large.toSorted((a, b) => a - b)[Math.floor(large.length * 0.99)] ?? Number.NaN;
  return [
    {
      name: `search: ${name}, median and p99`,
      value: `${median(large).toFixed(1)} ms, ${slowest.toFixed(1)} ms`,
      goal: `p99 < ${goals.ms} ms`,
      met: slowest < goals.ms,
    },
    ratioRow(`search: ${name}, growth`, median(large) / median(small), '<=', goals.growth),
  ];
}

async function pageOf(pool: Pool, { q, conditions = {}, isLater }: Ask): Promise<() => Promise<unknown>> {
  const search = searchOf(q);
  if (!search) throw new Error(`every report is meant by ${q}`);
  const { rows } = await pool.query<{ id: string }>(
    `select id from reports where created_at < now() - interval '1 year' order by created_at desc limit 1`,
  );
  const query = { tehsil, today: '2026-03-05', conditions, limit: 50, before: isLater ? rows[0]?.id : undefined };
  return async () => listAdminReports(pool, { ...query, found: await findReports(pool, query, search) });
}
