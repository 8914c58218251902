/** The due days of reports: kept whatever happens to a report, moved by rules. */
import { issueNames } from '@tma/contracts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { readRules } from '../report/due/rules.store.ts';
import { dueDay } from '../report/due/rules.ts';
import { startReports, type TestCaller } from '../testing/index.ts';
import { type Ruling, ruling } from '../testing/rules.ts';
import { lockMove, nextOpen } from './due-moves.store.ts';
import { moveDuesOf, moveLeftDues } from './move-dues.ts';

const reports = await startReports({ RATE_LIMIT_REPORTS: 1000 });
afterAll(() => reports.stop());

let api: Ruling;
let tehsil: string;
let admin: TestCaller;
let ali: TestCaller;
let count = 0;
beforeEach(async () => {
  count += 1;
  tehsil = `Tehsil ${count}`;
  api = ruling(reports, tehsil);
  [admin, ali] = [await reports.admin(tehsil), await reports.resident(tehsil)];
});

const [road, water, walk] = [0, 4, 5].map((index) => String(issueNames[index])) as [string, string, string];
const never = new AbortController().signal;

test('the due day is in lists for residents and administrators, and stays whatever is done to the report', async () => {
  const { id, due } = await api.submitted(ali, walk);
  expect(due).toMatch(/^\d{4}-\d\d-\d\d$/);
  const seen = async () => {
    const [mine] = await (await api.get(ali, `/rest/v1/requests?user_id=eq.${ali.id}`)).json();
    const [theirs] = await (await api.get(admin, '/adminrequests')).json();
    return [mine.due, theirs.due];
  };
  expect(await seen()).toEqual([due, due]);
  for (const wish of [
    { schedule: '2030-01-01' },
    { status: 'In Progress' },
    { status: 'Closed' },
    { status: 'Open' },
    { status: 'Closed' },
  ]) {
    expect((await (await api.change(admin, id, wish)).json()).due).toBe(due);
  }
  expect((await api.answer(ali, id, { answer: 'not-fixed', reason: 'No.' })).status).toBe(200);
  expect(await seen()).toEqual([due, due]);
  await api.change(admin, id, { status: 'Dropped' });
  await api.change(admin, id, { status: 'In Progress' });
  expect(await seen()).toEqual([due, due]);
});

test('a changed rule moves the due days of Open and In Progress reports, each as a new version, without events', async () => {
  const [open, going, closed, dropped, other] = await Promise.all(
    [walk, walk, walk, walk, water].map((issue) => api.submitted(ali, issue)),
  );
  await api.change(admin, going?.id ?? '', { status: 'In Progress' });
  await api.change(admin, closed?.id ?? '', { status: 'Closed' });
  await api.change(admin, dropped?.id ?? '', { status: 'Dropped' });
  const before = await api.rows();
  const told = async () =>
    (await reports.pool.query(`select count(*)::int as n from outbox where topic = 'tma.reports.v1'`)).rows[0]?.n;
  const [eventsBefore, historyBefore] = [await told(), await api.historyLength(open?.id ?? '')];
  await api.setDays(admin, walk, 11);
  const after = await api.rows();
  for (const { id } of [open, going] as { id: string }[]) {
    expect(after.get(id)?.due).toBe(await api.expected(id));
    expect(after.get(id)?.due).not.toBe(before.get(id)?.due);
    expect(after.get(id)?.version).toBe(Number(before.get(id)?.version) + 1);
  }
  for (const { id } of [closed, dropped, other] as { id: string }[]) expect(after.get(id)).toEqual(before.get(id));
  expect([await told(), await api.historyLength(open?.id ?? '')]).toEqual([eventsBefore, historyBefore]);
});

test('overdue reports are counted by the moved day at once', async () => {
  const { id } = await api.submitted(ali, walk);
  await reports.pool.query(`update reports set created_at = created_at - interval '14 days' where id = $1`, [id]);
  const overdue = async () => (await (await api.get(admin, '/adminrequests/counts')).json()).overdue;
  expect(await overdue()).toBe(0);
  await api.setDays(admin, walk, 1);
  expect(await overdue()).toBe(1);
  await api.setDays(admin, walk, 100);
  expect(await overdue()).toBe(0);
});

test('a report that is opened again is due by the rules of that time, in the same change', async () => {
  const [byAdmin, byReporter] = [await api.submitted(ali, walk), await api.submitted(ali, walk)];
  for (const { id } of [byAdmin, byReporter]) await api.change(admin, id, { status: 'Closed' });
  await api.setDays(admin, walk, 30);
  expect((await api.rows()).get(byAdmin.id)?.due).toBe(byAdmin.due);
  const opened = await (await api.change(admin, byAdmin.id, { status: 'Open' })).json();
  expect(opened.due).toBe(await api.expected(byAdmin.id));
  expect(opened.due > byAdmin.due).toBe(true);
  await api.answer(ali, byReporter.id, { answer: 'not-fixed', reason: 'No.' });
  const after = await api.rows();
  expect(after.get(byReporter.id)).toMatchObject({ status: 'Open', due: opened.due });
  // A version each for closing and opening, as ever.
  expect(after.get(byAdmin.id)?.version).toBe(3);
});

test('another instance finishes what a killed one began, also when nothing was moved yet', async () => {
  await api.many(3000, walk);
  const { rows: marks } = await reports.pool.query('select count(*)::int as n from due_moves');
  expect(marks).toEqual([{ n: 0 }]);
  // As the instance leaves it that is killed after it stored the rule, and after one step.
  await reports.pool.query('insert into deadlines (tehsil, issue, days) values ($1, $2, 44)', [tehsil, walk]);
  await reports.pool.query('insert into due_moves (tehsil) values ($1)', [tehsil]);
  const stopped = new AbortController();
  stopped.abort();
  await moveLeftDues(reports, stopped.signal);
  expect(await api.wrong()).toBe(3000);
  const client = await reports.pool.connect();
  try {
    // In the middle of a step.
    const tx = client;
    await tx.query('begin');
    const place = await lockMove(tx, tehsil);
    expect(await nextOpen(tx, tehsil, place ?? { at: '', id: '' }, 10)).toHaveLength(10);
    await tx.query('rollback');
  } finally {
    client.release();
  }
  await Promise.all([moveLeftDues(reports, never), moveLeftDues(reports, never), moveDuesOf(reports, tehsil)]);
  expect(await api.wrong()).toBe(0);
  expect((await reports.pool.query('select from due_moves')).rowCount).toBe(0);
});

test('a tehsil whose due days cannot be moved does not block the others', async () => {
  const behind = ruling(reports, `${tehsil} behind`);
  await Promise.all([api.many(10, walk), behind.many(10, walk)]);
  await reports.pool.query('insert into due_moves (tehsil) values ($1), ($2)', [tehsil, `${tehsil} behind`]);
  await reports.pool.query(
    `alter table reports add constraint not_moved check (tehsil <> '${tehsil}' or due = '2026-01-01') not valid`,
  );
  await moveLeftDues(reports, never);
  await reports.pool.query('alter table reports drop constraint not_moved');
  expect([await api.wrong(), await behind.wrong()]).toEqual([10, 0]);
  await moveLeftDues(reports, never);
  expect(await api.wrong()).toBe(0);
});

test('many reports of the same moment are all moved', async () => {
  await api.many(2500, road, 0);
  await api.setDays(admin, road, 50);
  expect(await api.wrong()).toBe(0);
});

test('rules apply to their own tehsil alone', async () => {
  const elsewhere = ruling(reports, `${tehsil} North`);
  const sara = await reports.resident(`${tehsil} North`);
  const { id, due } = await elsewhere.submitted(sara, walk);
  await api.setDays(admin, walk, 33);
  expect((await elsewhere.rows()).get(id)?.due).toBe(due);
  const rules = await readRules(reports.pool, `${tehsil} North`);
  expect(dueDay(rules, 'Asia/Karachi', { issue: walk, createdAt: new Date() })).toBe(due);
});
