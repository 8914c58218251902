import { adminFilters, issueNames, limits, mostInBox, RequestRow, statuses } from '@tma/contracts';
import type { Db } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { oldestDueBefore, readDigest } from '../deadlines/digests.store.ts';
import { newestShared } from '../record/feed.store.ts';
import { startReports } from '../testing/index.ts';
import { countReports, readAdminPage, readAdminStamp } from './admin-reports.store.ts';
import { conditionsOfFilter } from './filters.ts';
import { listRequests, stampRequests } from './requests.store.ts';

const rows = 200_000;
const someone = uuid();
const today = '2026-03-05';
/** When the first report was made; each of the others is a millisecond younger. */
const start = Date.UTC(2026, 0, 1);
const batch = 2_500;
const reports = await startReports();

beforeAll(async () => {
  // Nothing is searched here, and a trigger for each row takes half of the time.
  await reports.pool.query('alter table reports disable trigger note_missing_words');
  for (let first = 1; first <= rows; first += batch) {
    await reports.pool.query(
      `insert into reports (id, reference, user_id, reporter_name, issue, location, description, tehsil, status,
         phase, schedule, image, created_at, updated_at, needs_proof, due, assignee, lat, long, shared, supports)
       select (overlay(lpad(to_hex($1::bigint + n), 12, '0') placing '-' from 9 for 0) || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
         'TMA-' || n, case when n % 5000 = 0 then $2::uuid else gen_random_uuid() end, 'A B', ($3::text[])[1 + n % 13],
         'L', 'D', 'Tehsil ' || n % 7, (array['Open', 'Closed', 'Open', 'Dropped', 'In Progress'])[1 + n % 5],
         (array['open', 'ended', 'open', 'ended', 'open'])[1 + n % 5],
         case when n % 3 = 0 then date '2026-01-01' + (n % 600)::int end, 'uploads/x.webp',
         to_timestamp(($1::bigint + n) / 1000.0), now(), n % 50 in (1, 2, 3, 4), date '2026-01-01' + (n % 90)::int, case when n % 3 = 0 then $2::uuid end,
         34 + n % 2 + (n % 97) / 1000.0, 72 + n % 2 + (n % 89) / 1000.0, n % 4 = 0, greatest(0, n % 9 - 5)
       from generate_series($4::bigint, $5::bigint) as n`,
      [start, someone, issueNames, first, first + batch - 1],
    );
  }
  await reports.pool.query('vacuum analyze reports');
  // Each of the inserts above has left its own version of these rows.
  await reports.pool.query('vacuum full analyze report_counts');
}, 120_000);
afterAll(() => reports.stop());

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
}

/** A database that explains each query before it answers it, and collects the nodes of its plan. */
function explaining(nodes: Plan[]): Db {
  const flatten = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flatten)];
  const query = async (asked: string | { text: string; values?: unknown[] }, given?: unknown[]) => {
    const { text, values = given } = typeof asked === 'string' ? { text: asked, values: given } : asked;
    const answer = await reports.pool.query(`explain (analyze, buffers, format json) ${text}`, values);
    nodes.push(...flatten(answer.rows[0]?.['QUERY PLAN'][0].Plan));
    return reports.pool.query(text, values);
  };
  return { query } as unknown as Db;
}

/** No table is read as a whole, and nothing is sorted or read beyond a page and what it takes to skip to it. */
async function expectCheap(work: (db: Db) => Promise<unknown>, most: number) {
  const nodes: Plan[] = [];
  await work(explaining(nodes));
  expect(nodes.length).toBeGreaterThan(0);
  expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'reports')).toEqual([]);
  // The kept counts are few, however many reports there are.
  const reading = nodes.filter((node) => node['Relation Name'] !== 'report_counts');
  expect(
    Math.max(...reading.map((node) => node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0))),
  ).toBeLessThanOrEqual(most);
}

/** A page, one row to see whether there is a next, and a little: Postgres 15 looks one further than 18. */
const aPage = limits.page.default + 5;
/** However many reports there are. */
const aPageOfEach = aPage * issueNames.length * statuses.length;
const deep = uuid({ msecs: start + rows / 2 });
test.each(
  adminFilters.flatMap(
    ({ name }) =>
      [
        [name, undefined],
        [name, deep],
      ] as const,
  ),
)('filter %s before %s reads a page, or one of each issue type and status', async (name, before) => {
  const asked = {
    tehsil: 'Tehsil 3',
    today,
    conditions: conditionsOfFilter(name, today, someone),
    limit: limits.page.default,
    before,
  };
  const most = ['overdue', 'mine'].includes(name) ? aPageOfEach : aPage;
  await expectCheap((db) => readAdminPage(db, asked), most);
  await expectCheap((db) => readAdminStamp(db, asked), most);
});

const [older, late] = [20_200, 200];
test('overdue reports are found without reading those that are not due yet, however many there are', async () => {
  // They are older than all others.
  const tehsil = 'Tehsil of many';
  const add = async (count: number, day: string, dueIn: number) => {
    await reports.pool.query(
      `insert into reports (id, reference, reporter_name, issue, location, description, tehsil, status, phase, image, due,
         created_at, updated_at)
       select (overlay(lpad(to_hex($5::bigint + n * 1000), 12, '0') placing '-' from 9 for 0) || '-7000-8000-000000000000')::uuid,
         'many ' || $5 || n, 'A B', $1, 'L', 'D', $2, 'Open', 'open', 'uploads/x.webp', $3::date + $4::int,
         to_timestamp($5::bigint / 1000 + n), now()
       from generate_series(1, $6::int) as n`,
      [issueNames[4], tehsil, today, dueIn, Date.parse(day), count],
    );
    await reports.pool.query('vacuum analyze reports, open_by_due');
  };
  const conditions = conditionsOfFilter('overdue', today, someone);
  const asked = { tehsil, today, conditions, limit: limits.page.default };
  const read = async () => {
    const nodes: Plan[] = [];
    await readAdminPage(explaining(nodes), asked);
    return Number(nodes[0]?.['Shared Hit Blocks']) + Number(nodes[0]?.['Shared Read Blocks']);
  };
  await add(late, '2025-12-01', -1);
  const before = await read();
  await add(older - late, '2025-12-03', 5);
  expect(await read()).toBeLessThan(before + 20);
  expect(JSON.parse((await readAdminPage(reports.pool, asked)).json)).toHaveLength(limits.page.default);
});

const assignees = [undefined, null, someone];
test.each(adminFilters.flatMap(({ name }) => [undefined, issueNames[4]].map((issue) => [name, issue] as const)))(
  'filter %s of issue %s, whoever it is assigned to, reads a page of each issue type and status',
  async (name, issue) => {
    for (const assignee of assignees)
      for (const before of [undefined, deep]) {
        const conditions = {
          ...conditionsOfFilter(name, today, someone),
          ...(issue !== undefined && { issue }),
          ...(assignee !== undefined && { assignee }),
        };
        const asked = { tehsil: 'Tehsil 3', today, conditions, limit: limits.page.default, before };
        await expectCheap((db) => readAdminPage(db, asked), aPageOfEach);
        await expectCheap((db) => readAdminStamp(db, asked), aPageOfEach);
      }
  },
);

test('the most supported are merged from a page of each issue type and status', async () => {
  for (const { name } of adminFilters) {
    const asked = {
      ...{ tehsil: 'Tehsil 3', today, conditions: conditionsOfFilter(name, today, someone) },
      ...{ limit: limits.page.default, order: 'supports' as const },
    };
    const few = ['disputed', 'today'].includes(name) ? rows / 50 : aPageOfEach;
    await expectCheap((db) => readAdminPage(db, asked), few);
  }
});

test.each([
  ['digest', (db: Db) => readDigest(db, 'Tehsil 3', today)],
  ['escalation', (db: Db) => oldestDueBefore(db, ['Tehsil 3'], { others: today, tehsils: [], days: [] })],
])('a %s of overdue reports reads none that ended', async (_what, read) => {
  const nodes: Plan[] = [];
  await read(explaining(nodes));
  const perLoop = (node: Plan) => node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
  const ofReports = nodes.filter((node) => node['Relation Name'] === 'reports');
  const total = ofReports.reduce((sum, node) => sum + perLoop(node) * node['Actual Loops'], 0);
  expect(total).toBeGreaterThan(0);
  // Three of five are open.
  expect(total).toBeLessThan(((rows / 7) * 3) / 5);
});

test('a feed reads its newest reports alone', async () => {
  await expectCheap((db) => newestShared(db, 'Tehsil 3'), aPage);
});

test.each([
  // The reports are in two towns, the one to the north and east of the other.
  ['in which none is, beside two towns', { west: 72, east: 72.2, south: 35, north: 35.2 }, 10],
  ['in which all are', { west: 70, east: 75, south: 30, north: 40 }, 15_001],
  ['that is small', { west: 72, east: 72.002, south: 34, north: 34.01 }, 1500],
])('a part of the map %s is listed without reading all others', async (_what, box, most) => {
  await expectCheap((db) => listRequests(db, someone, query({}, { box, limit: mostInBox })), most);
  const inTehsil = query({ tehsil: 'Tehsil 3' }, { box, limit: mostInBox });
  await expectCheap((db) => listRequests(db, someone, inTehsil), most);
  const asked = { tehsil: 'Tehsil 3', today, conditions: { box }, limit: mostInBox };
  await expectCheap((db) => readAdminPage(db, asked), most);
});

test('the count of a day reads that day', async () => {
  await expectCheap((db) => countReports(db, 'Tehsil 3', conditionsOfFilter('today', today, someone)), 200);
});

const query = (filters: Record<string, string>, more = {}) => ({
  select: Object.keys(RequestRow.shape),
  filters: Object.entries(filters).map(([column, value]) => ({ column, value })),
  order: [],
  limit: limits.page.default,
  offset: 0,
  count: false,
  single: false,
  representation: false,
  ...more,
});
const aboveAll = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
test.each<[string, Record<string, string>, object]>([
  ['no filter', {}, {}],
  ['no filter, deep', {}, { before: deep }],
  ['no filter, oldest first', {}, { order: [{ column: 'created_at', ascending: true }] }],
  ['user_id', { user_id: someone }, {}],
  ['status', { status: 'Dropped' }, {}],
  ['status, deep', { status: 'Dropped' }, { before: deep }],
  ['tehsil', { tehsil: 'Tehsil 3' }, {}],
  ['tehsil, deep', { tehsil: 'Tehsil 3' }, { before: deep }],
  ['tehsil and status', { tehsil: 'Tehsil 3', status: 'Closed' }, {}],
  ['issue', { issue: String(issueNames[4]) }, {}],
  ['issue, deep', { issue: String(issueNames[4]) }, { before: deep }],
  ['issue and status', { issue: String(issueNames[4]), status: 'Dropped' }, {}],
  ['issue and status, deep', { issue: String(issueNames[4]), status: 'Dropped' }, { before: deep }],
  ['user_id, counted', { user_id: someone }, { count: true }],
  ['no filter after an id that is above all, counted', {}, { before: aboveAll, count: true }],
  ['status after an id that is above all, counted', { status: 'Open' }, { before: aboveAll, count: true }],
])('requests by %s read a page', async (_what, filters, more) => {
  await expectCheap((db) => listRequests(db, someone, query(filters, more)), aPage);
  await expectCheap((db) => stampRequests(db, someone, query(filters, more)), aPage);
});

// The tehsil of the test above has reports of another type alone.
test.each(['Tehsil 3', 'Tehsil of many'])('requests of an issue in %s read a page of each status', async (tehsil) => {
  const issue = String(issueNames[5]);
  const text = 'select id from reports where tehsil = $1 and issue = $2 order by id';
  const oldest = (await reports.pool.query(text, [tehsil, issue])).rows.map(({ id }) => id);
  for (const more of [{}, { before: deep }, { offset: 30 }, { order: [{ column: 'created_at', ascending: true }] }]) {
    const asked = query({ tehsil, issue }, more);
    const most = (aPage + asked.offset) * statuses.length;
    await expectCheap((db) => listRequests(db, someone, asked), most);
    await expectCheap((db) => stampRequests(db, someone, asked), most);
    const { json, total } = await listRequests(reports.pool, someone, { ...asked, count: true });
    const all = 'order' in more ? oldest : oldest.toReversed().filter((id) => !('before' in more) || id < deep);
    const expected = all.slice(asked.offset, asked.offset + limits.page.default);
    expect(JSON.parse(json).map(({ id }: { id: string }) => id)).toEqual(expected);
    expect(total).toBe(all.length);
  }
  const behindAll = query({ tehsil, issue }, { before: uuid({ msecs: Date.parse('2025-11-01') }), count: true });
  await expectCheap((db) => stampRequests(db, someone, behindAll), limits.page.maxOffset + 5);
  expect((await stampRequests(reports.pool, someone, behindAll)).total).toBe(0);
});

test.each<[string, Record<string, string>, number]>([
  ['all', {}, rows],
  ['those of a status', { status: 'Dropped' }, rows / 5],
  ['those of a tehsil and a status', { tehsil: 'Tehsil 3', status: 'Dropped' }, rows / 35],
])(
  'a count of %s after an id reads no more rows than an offset may skip, and is right',
  async (_what, filters, all) => {
    const most = limits.page.maxOffset + 5;
    for (const share of [0, 0.001, 0.5, 0.999]) {
      const before = uuid({ msecs: start + Math.round(rows * (1 - share)) });
      const asked = query(filters, { before, count: true });
      await expectCheap((db) => stampRequests(db, someone, asked), most);
      const { total } = await stampRequests(reports.pool, someone, asked);
      const passed = all * share;
      if (passed > limits.page.maxOffset) expect(total).toBeNull();
      else expect(Math.abs((total ?? Number.NaN) - (all - passed) - ('status' in filters ? 0 : older))).toBeLessThan(3);
    }
  },
);
