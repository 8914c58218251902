/** A deadline that changes for a tehsil with many open reports: how long until all is moved, and who waits meanwhile. */
import { randomUUID } from 'node:crypto';
import { defaultStatus } from '@tma/contracts';
import type { Pool } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import { changeDeadline } from '../services/reports/deadlines/change-rules.ts';
import { moveDuesOf } from '../services/reports/deadlines/move-dues.ts';
import { readRules } from '../services/reports/report/due/rules.store.ts';
import { createDueDays } from '../services/reports/report/due/rules.ts';
import { type NewReport, saveReport } from '../services/reports/submit/save-report.ts';
import { belowRow, type Row } from './measure.ts';
import { print, withPostgres, withReports } from './systems.ts';

const reports = 100_000;
const goal = { seconds: 5, lockMs: 100 };
const tehsil = 'Sahiwal';
const issue = 'Demolishing Certificate';
const timeZone = 'Asia/Karachi';

/** Starts Postgres, no portal. Takes about a minute. */
export const bench = (): Promise<Row[]> => withPostgres((cluster) => withReports(cluster, moveMany));

async function moveMany(pool: Pool): Promise<Row[]> {
  print(`${reports} open reports`);
  await addOpenReports(pool);
  await changeSingly(pool);
  const rows = await measured(pool, async (timed) => {
    await changeDeadline(timed, { id: randomUUID(), tehsil }, issue, 16);
    await moveDuesOf({ pool: timed, config: { TIME_ZONE: timeZone } }, tehsil);
  });
  const wrong = await countWrongDues(pool);
  if (wrong > 0) throw new Error(`${wrong} reports are due on another day than the rules say`);
  return rows;
}

/** The time that work takes, the longest of its transactions, and the longest submission meanwhile. */
async function measured(pool: Pool, work: (timed: Pool) => Promise<unknown>): Promise<Row[]> {
  const { timed, longestMs } = timing(pool);
  let isDone = false;
  let slowestMs = 0;
  const submitting = (async () => {
    while (!isDone) {
      const begun = performance.now();
      await saveReport(pool, newReport(), { perDay: 1000, timeZone });
      slowestMs = Math.max(slowestMs, performance.now() - begun);
    }
  })();
  const begun = performance.now();
  await work(timed);
  const seconds = (performance.now() - begun) / 1000;
  isDone = true;
  await submitting;
  const name = `a deadline moves ${reports} open reports`;
  return [
    belowRow(name, seconds, goal.seconds, 's', 2),
    belowRow(`${name}: the longest that a row is locked`, longestMs(), goal.lockMs, 'ms'),
    { name: `${name}: the slowest submission meanwhile`, value: `${Math.round(slowestMs)} ms` },
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
    client.release = () => {
      longestMs = Math.max(longestMs, performance.now() - begun);
      client.release = release;
      release();
    };
    return client;
  }) as Pool['connect'];
  return { timed, longestMs: () => longestMs };
}

/** A report as read from its form, each of another person. */
function newReport(): NewReport {
  const [id, userId] = [uuid(), uuid()];
  const profile = { first_name: 'Sana', last_name: 'Khan', contact_number: '0300 1234567', tehsil, location: '' };
  return {
    id,
    caller: { audience: 'resident', id: userId, email: `${userId}@example.com`, sessionId: id, token: '', profile },
    key: null,
    submission: {
      issue,
      location: 'Bank Road, behind the post office',
      description: 'The light has been out for a week, and the road is dark from the bridge to the school.',
      tehsil,
      name: 'Sana Khan',
      status: defaultStatus,
      schedule: null,
    },
    image: { id, path: `uploads/${id}.webp` },
    documentId: null,
  };
}

const batch = 20_000;
const dayMs = 86_400_000;
const beginMs = Date.UTC(2026, 6, 20);
const days = 120;

/** Open reports of 120 days, due by the rules of now. */
async function addOpenReports(pool: Pool): Promise<void> {
  const dueOf = createDueDays(await readRules(pool, tehsil), timeZone);
  const dues = Object.fromEntries(
    Array.from({ length: days + 2 }, (_, index) => {
      const noon = new Date(beginMs + (index - 1) * dayMs + dayMs / 2);
      return [noon.toISOString().slice(0, 10), dueOf(issue, noon)];
    }),
  );
  for (let first = 1; first <= reports; first += batch) {
    await pool.query(
      `insert into reports (id, reference, user_id, reporter_name, issue, location, description, tehsil, status, phase,
         image, created_at, updated_at, due)
       select (overlay(lpad(to_hex(ms), 12, '0') placing '-' from 9 for 0) || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
         'TMA-' || n, gen_random_uuid(), 'A B', $1, 'Bazaar road 5',
         repeat('Dust everywhere. ', 8), $2, case when n % 5 = 0 then 'In Progress' else 'Open' end, 'open',
         'uploads/x.webp', at, at, ($6::jsonb ->> ((at at time zone $7)::date)::text)::date
       from generate_series($4::int, least($5::int, $3::int)) as n
       cross join lateral (select $8::bigint + n * ($9::bigint / $3::int) as ms) as moment
       cross join lateral (select to_timestamp(ms / 1000.0) as at) as time`,
      [issue, tehsil, reports, first, first + batch - 1, JSON.stringify(dues), timeZone, beginMs, days * dayMs],
    );
  }
  await pool.query('vacuum analyze reports');
}

/**
 * Has each connection of a pool change a single report, as those of a service have before a rule changes: Postgres keeps the plans
 * that triggers were given then.
 */
async function changeSingly(pool: Pool): Promise<void> {
  const clients = await Promise.all(Array.from({ length: pool.usage().size }, () => pool.connect()));
  for (const client of clients) {
    await client.query('update reports set due = created_at where id = (select id from reports limit 1)');
    client.release();
  }
}

/** How many open reports are due on another day than the rules of now say. */
async function countWrongDues(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ issue: string; createdAt: Date; due: string }>(
    `select issue, created_at as "createdAt", due::text from reports where tehsil = $1`,
    [tehsil],
  );
  const dueOf = createDueDays(await readRules(pool, tehsil), timeZone);
  return rows.filter(({ issue, createdAt, due }) => dueOf(issue, createdAt) !== due).length;
}
