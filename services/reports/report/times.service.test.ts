/** Times follow the order of the locks: whatever waits for a report happens after what it waited for. */
import { connectDb, transaction } from '@tma/kit';
import { afterAll, expect, test } from 'vitest';
import { unassignSome } from '../change/unassign-reports.ts';
import { sweepClosures } from '../closures/sweep.ts';
import { closing } from '../testing/closures.ts';
import { startDesk } from '../testing/desk.ts';
import { proving } from '../testing/proofs.ts';

const limits = { RATE_LIMIT_ASSIGNMENTS: 5000, RATE_LIMIT_NOTES: 5000, RATE_LIMIT_PROOFS: 5000 };
const desk = await startDesk(limits);
const api = closing(desk.reports, desk.tehsil);
const { prove } = proving(desk.reports);
/** Connections of the sweep's own: behind 200 people it would wait for one until that fails. */
const sweeping = connectDb(desk.reports.config.DATABASE_URL, desk.reports.log, 2);
afterAll(async () => {
  await sweeping.end();
  await desk.stop();
});

/** Entries of a report's history whose time is before that of the entry before them. */
const backwards = async (id: string) =>
  (
    await desk.reports.pool.query(
      `select seq, kind from (
         select seq, kind, at < lag(at) over (order by seq) as "isBefore" from history where report_id = $1
       ) as entries where "isBefore"`,
      [id],
    )
  ).rows;

/** Where the row, its closures and its proofs say another time than the history. */
const disagreeing = async (id: string) =>
  (
    await desk.reports.pool.query(
      `with entries as (
         select kind, at, status, lag(status) over (order by seq) as before from history where report_id = $1
       ), closings as (select at from entries where status = 'Closed' and before <> 'Closed')
       select 'closed_at' as what from reports where id = $1 and closed_at is distinct from (select max(at) from closings)
       union all select 'updated_at' from reports where id = $1 and updated_at > (select max(at) from entries)
       union all select 'claimed_at' from closures where report_id = $1 and claimed_at not in (select at from closings)
       union all select 'answered_at' from closures where report_id = $1 and answered_at is not null and answered_at not in (
         select at from entries where kind in ('confirmed', 'disputed'))
       union all select 'proof' from proofs where report_id = $1 and at not in (select at from entries where kind = 'proved')`,
      [id],
    )
  ).rows;

/** What waits for the report, and what has happened to it before. */
const waiting: readonly [string, (id: string) => Promise<unknown>, ((id: string) => Promise<unknown>)?][] = [
  ['a change', (id) => desk.change(desk.farid, id, { status: 'In Progress' })],
  ['a closing', (id) => desk.change(desk.farid, id, { status: 'Closed' })],
  ['a note', (id) => desk.note(desk.farid, id, { text: 'We come on Monday.' })],
  ['an assignment', (id) => desk.assign(desk.farid, id, desk.nadia.id)],
  ['a proof', (id) => prove(desk.farid, id)],
  ['a proof of a claim', (id) => prove(desk.farid, id), (id) => desk.change(desk.farid, id, { status: 'Closed' })],
  [
    'an answer',
    (id) => desk.answer(desk.ali, id, { answer: 'fixed' }),
    (id) => desk.change(desk.farid, id, { status: 'Closed' }),
  ],
  [
    'a dispute',
    (id) => desk.answer(desk.ali, id, { answer: 'not-fixed', reason: 'No.' }),
    (id) => desk.change(desk.farid, id, { status: 'Closed' }),
  ],
  [
    'the portal, that takes it from an administrator who is gone,',
    () => transaction(desk.reports.pool, (tx) => unassignSome(tx)),
    async (id) => {
      const gone = await desk.admin('Omar Shah');
      await desk.assign(desk.farid, id, gone.id);
      await desk.reports.pool.query('update administrators set disabled = true where id = $1', [gone.id]);
    },
  ],
];

test.each(waiting)('%s comes after what it waited for', async (_what, act, prepare) => {
  const id = await desk.submitted();
  await prepare?.(id);
  const holder = await desk.reports.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select from reports where id = $1 for no key update', [id]);
    const acted = act(id);
    const waits = `select from pg_locks join pg_stat_activity using (pid)
      where not granted and locktype = 'transactionid' and datname = current_database()`;
    await expect.poll(async () => (await desk.reports.pool.query(waits)).rowCount).toBe(1);
    await holder.query(
      `insert into history (report_id, at, kind, status, made_by, text)
       select id, clock_timestamp(), 'noted', status, 'administration', 'Before it.' from reports where id = $1`,
      [id],
    );
    await holder.query('commit');
    await acted;
  } finally {
    holder.release();
  }
  expect((await desk.history(desk.farid, id)).at(-2)).toMatchObject({ text: 'Before it.' });
  expect(await backwards(id)).toEqual([]);
  expect(await disagreeing(id)).toEqual([]);
});

test('where the clock was set back, the history goes on after its last entry', async () => {
  const id = await desk.submitted();
  await desk.reports.pool.query(
    `insert into history (report_id, at, kind, status, made_by, text)
     values ($1, now() + interval '1 hour', 'noted', 'Open', 'administration', 'By a clock that is wrong.')`,
    [id],
  );
  for (const [, act] of waiting.slice(0, 4)) await act(id);
  await desk.answer(desk.ali, id, { answer: 'not-fixed', reason: 'No.' });
  expect(await desk.history(desk.farid, id)).toHaveLength(7);
  expect(await backwards(id)).toEqual([]);
  expect(await disagreeing(id)).toEqual([]);
});

const pick = <T>(list: readonly T[]) => list[Math.floor(Math.random() * list.length)] as T;

/** Has a day of the figures end in some seconds. @returns when, in milliseconds since 1970 */
async function midnightIn(seconds: number) {
  const toMidnight = 86_400 - (Math.floor(Date.now() / 1000) % 86_400) - seconds;
  const offset = ((toMidnight + 43_200) % 86_400) - 43_200;
  const time = new Date(Math.abs(offset) * 1000).toISOString().slice(11, 19);
  // As POSIX writes zones: the sign says what is added to get UTC.
  await desk.reports.pool.query('update figures_zone set zone = $1', [`<Test>${offset < 0 ? '+' : '-'}${time}`]);
  return 1000 * (Math.floor(Date.now() / 1000) + seconds);
}

/** Days on which the kept figures differ from the history. */
const wrongDays = async (tehsil: string) =>
  (
    await desk.reports.pool.query(
      `with zoned as (select zone from figures_zone), entries as (
         select (at at time zone zone)::date as day, kind = 'disputed' as disputed,
           history.status = 'Closed' and lag(history.status) over (partition by report_id order by seq) <> 'Closed' as closed
         from history join reports on reports.id = report_id, zoned where tehsil = $1
       )
       select day, sum(closed) as closed, sum(disputed) as disputed from (
         select day, closed, disputed from figures_by_day where tehsil = $1
         union all select day, -closed::int, -disputed::int from entries
       ) as both_sides group by day having (sum(closed), sum(disputed)) <> (0, 0)
       union all
       select day, sum(reports), null from (
         select since as day, reports from figures_taken where tehsil = $1 and span = 1
         union all select (closed_at at time zone zone)::date, -1 from reports, zoned where tehsil = $1 and closed_at is not null
       ) as both_sides group by day having sum(reports) <> 0`,
      [tehsil],
    )
  ).rows;

test.each([1, 2, 3])(
  '200 people at once change a report around midnight, and everything is in order (run %i)',
  async (run) => {
    const tehsil = `Tehsil ${run}`;
    const [office, ali] = [await desk.admin('Hina Ali', tehsil), await desk.reports.resident(tehsil)];
    const id = await desk.submitted({}, ali);
    // It came in before, however long that took.
    const midnight = await midnightIn(2);
    const change = (status: string) => desk.change(office, id, { status });
    const answer = (said: string) => desk.answer(ali, id, { answer: said, reason: 'No.' });
    const closeWithProof = async (said: string) => {
      await prove(office, id);
      await change('Closed');
      await answer(said);
    };
    const acts = [
      () => change(pick(['Open', 'In Progress', 'Dropped'])),
      () => closeWithProof('not-fixed'),
      () => closeWithProof('not-fixed'),
      () => closeWithProof('fixed'),
      () => desk.note(office, id, { text: 'Seen.', public: pick([true, false]) }),
      () => desk.assign(office, id, pick([office.id, null])),
      () => api.lapse(id).then(() => sweepClosures(sweeping, desk.reports.log)),
    ];
    await Promise.all(Array.from({ length: 200 }, (_, n) => acts[n % acts.length]?.()));
    await expect.poll(() => Date.now()).toBeGreaterThan(midnight + 1000);
    await change('Open');
    await closeWithProof('not-fixed');
    expect(await backwards(id)).toEqual([]);
    expect(await disagreeing(id)).toEqual([]);
    expect(await wrongDays(tehsil)).toEqual([]);
    const { rows } = await desk.reports.pool.query(
      `select array_agg(distinct kind order by kind) as kinds, count(distinct (at at time zone zone)::date)::int as days
     from history cross join figures_zone where report_id = $1`,
      [id],
    );
    expect(rows[0]?.kinds).toEqual(expect.arrayContaining(['assigned', 'changed', 'disputed', 'noted', 'proved']));
    expect(rows[0]?.days).toBe(2);
  },
  120_000,
);
