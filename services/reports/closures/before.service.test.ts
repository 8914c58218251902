/** Instances of the version before, in a rolling update: they write what they know, and closures stay right. */
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Closing, startClosing } from '../testing/closures.ts';

let reports: Closing['reports'];
let api: Closing['api'];
let admin: Closing['admin'];
let ali: Closing['ali'];
beforeAll(async () => {
  ({ reports, api, admin, ali } = await startClosing());
});
afterAll(() => reports?.stop());

/** Changes a status as they do. */
const change = (id: string, status: string) =>
  reports.pool.query(
    `with change as (
       insert into report_changes (report_id, at, status, schedule, made_by) values ($1, now(), $2, null, 'administration')
     )
     update reports set status = $2, schedule = null, resolved = resolved or $3, version = version + 1, updated_at = now()
     where id = $1`,
    [id, status, status === 'Closed'],
  );
const erase = (userId: string) =>
  reports.pool.query(
    `update reports set user_id = null, reporter_name = 'Deleted user', reporter_email = null, version = version + 1
     where user_id = $1`,
    [userId],
  );
const historyOfBefore = async (id: string) =>
  (await reports.pool.query('select status, made_by from report_changes where report_id = $1 order by position', [id]))
    .rows;

test('their entries are read by kind, and they read those that they know', async () => {
  const id = await api.submitted(ali);
  await change(id, 'In Progress');
  await api.change(admin, id, { status: 'Closed' });
  await api.answer(ali, id, { answer: 'fixed' });
  expect((await api.history(ali, id)).map(({ kind, by }) => [kind, by])).toEqual([
    ['created', 'resident'],
    ['changed', 'administration'],
    ['changed', 'administration'],
    ['confirmed', 'resident'],
  ]);
  expect(await historyOfBefore(id)).toEqual([
    { status: 'Open', made_by: 'resident' },
    { status: 'In Progress', made_by: 'administration' },
    { status: 'Closed', made_by: 'administration' },
  ]);
});

test('a report that they made has its kind, too', async () => {
  const id = uuid();
  await reports.pool.query(
    `with report as (
       insert into reports (id, reference, user_id, reporter_name, issue, location, description, tehsil, status, image,
         created_at, updated_at)
       values ($1::uuid, $1::uuid::text, $2, 'A B', 'Trash', 'L', 'D', 'Sahiwal', 'Open', 'uploads/a.webp', now(), now()) returning id, status
     )
     insert into report_changes (report_id, at, status, schedule, made_by) select id, now(), status, null, 'resident' from report`,
    [id, ali.id],
  );
  expect((await api.history(ali, id)).map(({ kind }) => kind)).toEqual(['created']);
});

test('a claim that they open again is withdrawn, and the figures follow', async () => {
  const id = await api.submitted(ali);
  await api.change(admin, id, { status: 'Closed' });
  const before = await api.stats();
  await change(id, 'Open');
  expect(await api.closure(ali, id)).toMatchObject({ state: 'withdrawn' });
  expect(await api.row(admin, id)).toMatchObject({ status: 'Open', closure: null });
  expect(await api.stats()).toEqual({ ...before, withoutProof: before.withoutProof - 1 });
  await api.change(admin, id, { status: 'Closed' });
  expect(await api.closure(ali, id)).toMatchObject({ state: 'claimed', attempt: 2 });
});

test('one that they closed without a claim has none, and can be opened and closed again', async () => {
  const id = await api.submitted(ali);
  await change(id, 'Closed');
  expect((await api.get(ali, `/reports/${id}/closure`)).status).toBe(404);
  expect((await api.change(admin, id, { status: 'Open' })).status).toBe(200);
  await api.change(admin, id, { status: 'Closed' });
  expect(await api.closure(ali, id)).toMatchObject({ state: 'claimed', attempt: 1 });
});

test('disputed reports that they drop are counted no more', async () => {
  const id = await api.submitted(ali);
  await api.change(admin, id, { status: 'Closed' });
  await api.answer(ali, id, { answer: 'not-fixed', reason: 'No.' });
  const count = async () => (await (await api.get(admin, '/adminrequests/counts')).json()).disputed;
  const before = await count();
  await change(id, 'Dropped');
  expect(await count()).toBe(before - 1);
});

test('when they erase a reporter, the words go', async () => {
  const sara = await reports.resident('Sahiwal');
  const id = await api.submitted(sara);
  await api.change(admin, id, { status: 'Closed' });
  await api.answer(sara, id, { answer: 'not-fixed', reason: 'Come to house 7.' });
  await erase(sara.id);
  expect(await api.closure(admin, id)).toMatchObject({ state: 'disputed', reason: null });
  expect((await api.history(admin, id)).at(-1)).toMatchObject({ kind: 'disputed', text: null });
});
