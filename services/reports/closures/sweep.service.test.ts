import { transaction } from '@tma/kit';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { lockLapsed } from '../report/closure/closures.store.ts';
import { closing } from '../testing/closures.ts';
import { startReports, type TestCaller } from '../testing/index.ts';
import { sweepClosures } from './sweep.ts';

const reports = await startReports();
const api = closing(reports, 'Sahiwal');
afterAll(() => reports.stop());

let admin: TestCaller;
let ali: TestCaller;
beforeEach(async () => {
  admin = await reports.admin('Sahiwal');
  ali = await reports.resident('Sahiwal');
});

const closed = async () => {
  const id = await api.submitted(ali);
  await api.change(admin, id, { status: 'Closed' });
  return id;
};
const lapsed = async () => {
  const id = await closed();
  await api.lapse(id);
  return id;
};
const sweep = () => sweepClosures(reports.pool, reports.log);
const answersOf = async (id: string) => (await api.events(id)).filter(({ type }) => type === 'ClosureAnswered');

test('a claim whose time is over becomes unanswered, with its entry and event; others stay', async () => {
  const [open, id] = [await closed(), await lapsed()];
  const before = await api.stats();
  expect(await sweep()).toBe(1);
  expect(await api.closure(ali, id)).toMatchObject({ state: 'unanswered', answeredAt: null });
  expect(await api.closure(ali, open)).toMatchObject({ state: 'claimed' });
  expect(await api.row(admin, id)).toMatchObject({ status: 'Closed', closure: 'unanswered' });
  expect((await api.history(ali, id)).at(-1)).toMatchObject({
    kind: 'unanswered',
    by: 'portal',
    status: 'Closed',
    name: null,
  });
  expect((await answersOf(id)).map(({ data }) => data)).toMatchObject([
    { answer: 'unanswered', reason: null, attempt: 1 },
  ]);
  expect(await api.stats()).toEqual({ ...before, unanswered: before.unanswered + 1 });
  expect(await sweep()).toBe(0);
  // Opened again it counts as unanswered no more.
  await api.change(admin, id, { status: 'Open' });
  expect(await api.stats()).toMatchObject({ unanswered: before.unanswered });
});

test('several instances at once end each claim once', async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, lapsed));
  const swept = await Promise.all(Array.from({ length: 5 }, sweep));
  expect(swept.reduce((sum, count) => sum + count, 0)).toBe(20);
  for (const id of ids) expect(await answersOf(id)).toHaveLength(1);
});

test('an instance that dies between lock and commit leaves the claim to the next', async () => {
  const id = await lapsed();
  const { promise: dead, resolve: die } = Promise.withResolvers<void>();
  const { promise: locked, resolve: lock } = Promise.withResolvers<number>();
  const dying = transaction(reports.pool, async (tx) => {
    const { rows } = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
    expect(await lockLapsed(tx, [])).toMatchObject({ reportId: id });
    lock(rows[0]?.pid ?? 0);
    await dead;
    await tx.query('select 1');
  });
  const pid = await locked;
  // Nobody waits for it meanwhile.
  expect(await sweep()).toBe(0);
  const failed = expect(dying).rejects.toThrow();
  await reports.pool.query('select pg_terminate_backend($1, 5000)', [pid]);
  die();
  await failed;
  expect(await sweep()).toBe(1);
  expect(await answersOf(id)).toHaveLength(1);
});

test('a claim that cannot be ended does not block others, and is tried again the next time', async () => {
  const [broken, id] = [await lapsed(), await lapsed()];
  await reports.pool.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
     create trigger refuse before update of state on closures for each row when (old.report_id = '${broken}')
       execute function refuse()`,
  );
  expect(await sweep()).toBe(1);
  expect(await api.closure(ali, id)).toMatchObject({ state: 'unanswered' });
  await reports.pool.query('drop function refuse cascade');
  expect(await sweep()).toBe(1);
  expect(await api.closure(ali, broken)).toMatchObject({ state: 'unanswered' });
});

test('the claim of an erased reporter ends, too, and its event has no name', async () => {
  const id = await lapsed();
  await reports.pool.query(`update reports set user_id = null, reporter_email = null where id = $1`, [id]);
  expect(await sweep()).toBe(1);
  expect((await answersOf(id)).map(({ data }) => data)).toMatchObject([{ answer: 'unanswered', reporter: null }]);
});
