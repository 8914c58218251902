import { issueNames, phaseOf } from '@tma/contracts';
import type { Db } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { searchOf } from '../report/search/words.ts';
import { fillWords } from '../report/search/write-words.ts';
import { newReference } from '../submit/save-report.ts';
import { startReports } from '../testing/index.ts';
import type { Conditions } from './admin-reports.store.ts';
import { findReports } from './find.ts';

interface Made {
  id: string;
  reference: string;
  tehsil: string;
  issue: string;
  status: string;
  words: string[];
}

const many = 12_000;
const tehsil = 'Tehsil 0';
const start = Date.UTC(2023, 0, 1);
const statuses = ['Open', 'Closed', 'Closed', 'In Progress', 'Dropped'];
const made: Made[] = [];

/** The same numbers in every run, from 0 to just under 1. */
const chance = (n: number, salt: number) => (((n * 2_654_435_761 + salt * 40_503_001) >>> 0) % 9973) / 9973;

/** Words of most reports, of ever fewer, of old ones alone, and two that are never together. */
const wordsOf = (n: number) => [
  ...(chance(n, 1) < 0.7 ? ['common'] : []),
  ...(chance(n, 2) < 0.02 ? ['seldom'] : []),
  ...(chance(n, 3) < 0.001 ? ['rare'] : []),
  ...(n < many / 2 ? ['formerly'] : []),
  n % 2 === 0 ? 'evens' : 'odds',
  ...(n % 10 < 3 ? ['municipality'] : ['municipal']),
];

const reports = await startReports();

beforeAll(async () => {
  for (let n = 0; n < many; n += 1) {
    made.push({
      id: uuid({ msecs: start + n * 10_000_000 }),
      reference: newReference(),
      tehsil: `Tehsil ${n % 4 === 3 ? 1 : 0}`,
      issue: issueNames[Math.floor(13 * chance(n, 4) ** 2)] ?? '',
      status: statuses[Math.floor(5 * chance(n, 5))] ?? '',
      words: wordsOf(n),
    });
  }
  await reports.pool.query(
    `insert into reports (id, reference, reporter_name, issue, location, description, tehsil, status, phase, image, due, created_at,
       updated_at)
     select id::uuid, reference, 'A B', issue, 'Somewhere', text, tehsil, status, phase, 'uploads/x.webp',
       current_date, to_timestamp(ms::float8 / 1000), now()
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[],
       $8::text[]) as given (id, reference, issue, text, tehsil, status, ms, phase)`,
    [
      made.map(({ id }) => id),
      made.map(({ reference }) => reference),
      made.map(({ issue }) => issue),
      made.map(({ words }) => words.join(' ')),
      made.map(({ tehsil: name }) => name),
      made.map(({ status }) => status),
      made.map((_, n) => start + n * 10_000_000),
      made.map(({ status }) => phaseOf(status)),
    ],
  );
  await fillWords(reports.pool);
  await reports.pool.query('analyze reports, report_words');
}, 120_000);
afterAll(() => reports.stop());

const expected = (q: string, { status, issue }: Conditions) =>
  made
    .filter((one) => one.tehsil === tehsil && (!status || one.status === status) && (!issue || one.issue === issue))
    .filter(({ words }) =>
      q.split(' ').every((word) => [...words, 'somewhere', 'a', 'b'].some((w) => w.startsWith(word))),
    )
    .map(({ id }) => id)
    .reverse();

/** A database that counts the statements sent to it. */
function counting() {
  const sent = { statements: 0 };
  const query = (text: string, values: unknown[]) => {
    sent.statements += 1;
    return reports.pool.query(text, values);
  };
  return { db: { query } as unknown as Db, sent };
}

const narrowed: Conditions[] = [{}, { status: 'Open' }, { issue: String(issueNames[12]) }];
const searches = [
  'common',
  'seldom',
  'rare',
  'formerly',
  'evens odds',
  'common seldom',
  'seldom rare',
  'formerly rare',
  'municipality',
  'municipal seldom',
  'com ev so',
  'nowhere',
  's a',
];
test.each(narrowed.flatMap((conditions) => searches.map((q) => [q, conditions] as const)))(
  'all pages of %s in %j equal a scan of every report, each with few statements',
  async (q, conditions) => {
    const search = searchOf(q, tehsil);
    if (!search) throw new Error('every report is meant');
    const ids: string[] = [];
    let before: string | undefined;
    do {
      const { db, sent } = counting();
      const query = { tehsil, today: '2026-03-05', conditions, limit: 200, before };
      const page = await findReports(db, query, search);
      expect(sent.statements).toBeLessThanOrEqual(2);
      ids.push(...page.ids);
      before = page.next ?? undefined;
    } while (before !== undefined);
    expect(ids).toEqual(expected(q, conditions));
  },
);

test.each(['evens odds', 'nowhere', 'ev od co'])(
  'that %s is in no report is known after a scan and a look-up',
  async (q) => {
    const search = searchOf(q, tehsil);
    if (!search) throw new Error('every report is meant');
    const { db, sent } = counting();
    const page = await findReports(db, { tehsil, today: '2026-03-05', conditions: {}, limit: 50 }, search);
    expect(page).toEqual({ ids: [], next: null });
    expect(sent.statements).toBe(2);
  },
);

test('a reference is found wherever it is', async () => {
  for (const n of [0, 5000, 11_996]) {
    const { id = '', reference = '' } = made[n] ?? {};
    const query = { tehsil, today: '2026-03-05', conditions: {}, limit: 50 };
    for (const q of [reference, reference.slice(0, 9)]) {
      const search = searchOf(q, tehsil);
      expect(search && (await findReports(reports.pool, query, search)).ids).toEqual([id]);
    }
  }
});
