/** Searches in a list of reports, at few and at many. */
import type { Pool } from '@tma/kit';
import type pg from 'pg';
import { withClient } from '../infra/deploy/cluster.store.ts';
import { fillReports, residentsFor } from '../infra/seed/fill.ts';
import { type Conditions, readAdminPage } from '../services/reports/desk/admin-reports.store.ts';
import { findReports } from '../services/reports/desk/find.ts';
import type { Indexed } from '../services/reports/report/search/words.store.ts';
import { keysOf, searchOf } from '../services/reports/report/search/words.ts';
import { percentileOf, type Row, timesOf } from './measure.ts';
import { print, printMade, withPostgres, withReports } from './systems.ts';

const tehsil = 'Sahiwal';
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
  withPostgres((cluster) =>
    withReports(cluster, (few, fewUrl) =>
      withReports(cluster, async (many, manyUrl) => {
        await withClient(fewUrl, (client) => fillSearchable(client, fewUrl, small));
        await withClient(manyUrl, (client) => fillSearchable(client, manyUrl, large));
        return Array.fromAsync(Object.entries(asks), ([name, ask]) => searchAt([few, many], name, ask));
      }),
    ),
  );

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
  return async () => readAdminPage(pool, { ...query, found: await findReports(pool, query, search) });
}

/** The words that are looked for, with the share of the reports, of `reports`, that have each. */
const shares = (reports: number) => ({ everywhere: 0.7, onepercent: 0.01, tenonly: 10 / reports });
/** Two words, of a tenth of the reports each, that are never together. */
const pair = ['pairone', 'pairtwo'];
/** Other words of a report, of a vocabulary in which a few are frequent. */
const others = { each: 14, vocabulary: 30_000 };

/** The same numbers in every run, from 0 to just under 1. */
function dice() {
  let state = 7;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return state / 0x8000_0000;
  };
}

function wordsFor(reports: number) {
  const roll = dice();
  const letters = (length: number) =>
    Array.from({ length }, () => 'abcdefghijklmnopqrstuvwyz'[Math.floor(25 * roll())]).join('');
  const vocabulary = Array.from({ length: others.vocabulary }, () => letters(3 + Math.floor(8 * roll())));
  return () => [
    ...Array.from({ length: others.each }, () => vocabulary[Math.floor(others.vocabulary ** roll()) - 1] ?? ''),
    ...Object.entries(shares(reports)).flatMap(([word, share]) => (roll() < share ? [word] : [])),
    pair[Math.floor(10 * roll())] ?? '',
  ];
}

/** Fills a database with one tehsil's reports of two years, with their words and a vacuumed index. */
async function fillSearchable(client: pg.Client, url: string, reports: number): Promise<void> {
  // One by one they would take five times as long.
  await client.query('alter table reports disable trigger note_missing_words');
  await client.query('drop index report_words_by_key');
  const people = { seed: 1, tehsils: [tehsil], residents: residentsFor(reports) };
  await fillReports(url, people, reports, ['uploads/none.webp'], printMade(reports));
  await insertWords(client, wordsFor(reports));
  print('words');
  await client.query(`set maintenance_work_mem = '512MB'`);
  await client.query(
    'create index report_words_by_key on report_words using gin (keys) with (gin_pending_list_limit = 256)',
  );
  await client.query('vacuum analyze report_words');
}

async function insertWords(client: pg.Client, more: () => string[]): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await client.query<Indexed & { id: string }>(
      `select id, reference, location, description, reporter_name as name, tehsil from reports where id > $1 order by id limit 5000`,
      [after],
    );
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    const keys = rows.map((report) => {
      const description = [report.description, ...more()].join(' ');
      return JSON.stringify(keysOf({ ...report, description }));
    });
    await client.query(
      `insert into report_words (report_id, keys)
       select id, array_to_tsvector(array(select jsonb_array_elements_text(keys::jsonb)))
       from unnest($1::uuid[], $2::text[]) as given (id, keys)`,
      [rows.map(({ id }) => id), keys],
    );
  }
}
