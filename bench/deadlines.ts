/** A deadline that changes for a tehsil with many open reports: how long until all is moved, and who waits meanwhile. */
import { randomUUID } from 'node:crypto';
import { defaultStatus } from '@tma/contracts';
import type { Pool } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import { changeDeadline } from '../services/reports/deadlines/change-rules.ts';
import { moveDuesOf } from '../services/reports/deadlines/move-dues.ts';
import { type NewReport, saveReport } from '../services/reports/submit/save-report.ts';
import { addOpenReports, changeSingly, countWrongDues } from './deadlines.store.ts';
import type { Row } from './measure.ts';
import { print, withPostgres, withReports } from './with-backing.ts';

const reports = 100_000;
const goal = { seconds: 5, lockMs: 100 };
const tehsil = 'Sahiwal';
const issue = 'Demolishing Certificate';
const config = { TIME_ZONE: 'Asia/Karachi' };

/** Starts Postgres, no portal. Takes about a minute. */
export const bench = (): Promise<Row[]> => withPostgres((cluster) => withReports(cluster, moveMany));

async function moveMany(pool: Pool): Promise<Row[]> {
  print(`${reports} open reports`);
  await addOpenReports(pool, { count: reports, tehsil, issue, timeZone: config.TIME_ZONE });
  await changeSingly(pool);
  const rows = await measured(pool, async (timed) => {
    await changeDeadline(timed, { id: randomUUID(), tehsil }, issue, 16);
    await moveDuesOf({ pool: timed, config }, tehsil);
  });
  const wrong = await countWrongDues(pool, tehsil, config.TIME_ZONE);
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
      await saveReport(pool, newReport(tehsil), { perDay: 1000, timeZone: config.TIME_ZONE });
      slowestMs = Math.max(slowestMs, performance.now() - begun);
    }
  })();
  const begun = performance.now();
  await work(timed);
  const seconds = (performance.now() - begun) / 1000;
  isDone = true;
  await submitting;
  const name = `a deadline moves ${reports} open reports`;
  const longest = longestMs();
  return [
    { name, value: `${seconds.toFixed(2)} s`, goal: `< ${goal.seconds} s`, met: seconds < goal.seconds },
    {
      name: `${name}: the longest that a row is locked`,
      value: `${Math.round(longest)} ms`,
      goal: `< ${goal.lockMs} ms`,
      met: longest < goal.lockMs,
    },
    { name: `${name}: the slowest submission meanwhile`, value: `${Math.round(slowestMs)} ms`, goal: '' },
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
    client.release = (broken) => {
      longestMs = Math.max(longestMs, performance.now() - begun);
      client.release = release;
      release(broken);
    };
    return client;
  }) as Pool['connect'];
  return { timed, longestMs: () => longestMs };
}

/** A report as read from its form, each of another person. */
function newReport(tehsil: string): NewReport {
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
