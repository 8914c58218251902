/** Rules that change while reports are submitted, changed and opened again: in the end each is due as the rules say. */
import { issueNames } from '@tma/contracts';
import { afterAll, expect, test, vi } from 'vitest';
import { startReports, type TestCaller } from '../testing/index.ts';
import { ruling } from '../testing/rules.ts';
import { moveLeftDues } from './move-dues.ts';

const tehsil = 'Sahiwal';
const [walk, water] = [5, 4].map((index) => String(issueNames[index])) as [string, string];
const never = new AbortController().signal;
const patiently = { timeout: 10_000 };
/** The server has the databases of other tests too. */
const waitingHere = `select from pg_locks join pg_stat_activity using (pid)
  where not granted and locktype = $1 and datname = current_database()`;
const reports = await startReports({ RATE_LIMIT_REPORTS: 10_000, RATE_LIMIT_RULES: 10_000 });
const api = ruling(reports, tehsil);
const [admin, other, ali] = [await reports.admin(tehsil), await reports.admin(tehsil), await reports.resident(tehsil)];
await api.many(1500, walk);
afterAll(() => reports.stop());

const pick = <T>(list: readonly T[]) => list[Math.floor(Math.random() * list.length)] as T;
const times = async (count: number, work: () => Promise<unknown>) => {
  for (let done = 0; done < count; done += 1) await work();
};

test('submissions, changes, disputes and two administrators who change rules, all at once', async () => {
  const made: string[] = [];
  const statuses: number[] = [];
  const note = async (answer: Promise<Response>) => {
    const { status } = await answer;
    statuses.push(status);
  };
  const submit = async () => void made.push((await api.submitted(ali, pick([walk, water]))).id);
  await Promise.all([submit(), submit()]);
  const act = async () => {
    const id = pick(made);
    await api.change(admin, id, { status: pick(['Open', 'In Progress', 'Closed', 'Dropped']) });
    if (Math.random() < 0.4) await api.answer(ali, id, { answer: 'not-fixed', reason: 'No.' });
  };
  const rule = (who: TestCaller) => () =>
    Math.random() < 0.6
      ? note(api.putPatiently(who, 'deadlines', { issue: pick([walk, water]), days: pick([1, 5, 9, 20]) }))
      : note(api.putPatiently(who, 'holidays', { day: pick(soon), name: pick(['Election day', null]) }));
  await Promise.all([
    ...Array.from({ length: 4 }, () => times(25, submit)),
    ...Array.from({ length: 4 }, () => times(25, act)),
    times(15, rule(admin)),
    times(15, rule(other)),
    times(10, () => moveLeftDues(reports, never)),
  ]);
  expect(new Set(statuses)).toEqual(new Set([200]));
  // The answers of those who changed rules came after all was moved.
  expect(await api.wrong()).toBe(0);
  const kept = await reports.pool.query(
    `select issue, due::text, reports::int from open_by_due where tehsil = $1 and reports <> 0 order by issue, due`,
    [tehsil],
  );
  const scanned = await reports.pool.query(
    `select issue, due::text, count(*)::int as reports from reports
     where tehsil = $1 and status in ('Open', 'In Progress') group by issue, due order by issue, due`,
    [tehsil],
  );
  expect(kept.rows).toEqual(scanned.rows);
}, 60_000);

/** Days by which something is due. */
const soon = Array.from({ length: 20 }, (_, day) =>
  new Date(Date.now() + (day + 1) * 24 * 3600 * 1000).toISOString().slice(0, 10),
);

test('once a change of rules is answered, every due day is moved: of reports from before, during and after it', async () => {
  for (let round = 0; round < 6; round += 1) {
    const days = 20 + round;
    const [, ...submitted] = await Promise.all([
      api.setDays(admin, walk, days),
      ...Array.from({ length: 6 }, () => api.submitted(ali, walk)),
    ]);
    expect(submitted).toHaveLength(6);
    expect(await api.wrong()).toBe(0);
  }
});

// Not tried again: without the lock it fails three times of four.
test('two changes at once both take effect, also one that comes during the move of another', { retry: 0 }, async () => {
  for (let round = 0; round < 4; round += 1) {
    await Promise.all([
      api.setDays(admin, walk, 3 + round),
      api.setDays(other, water, 7 + round),
      api.setDays(other, walk, 30 + round),
      api.put(other, 'holidays', { day: soon[round], name: 'Election day' }),
    ]);
    expect(await api.wrong()).toBe(0);
  }
  const list = await (await api.get(null, `/api/deadlines?tehsil=${tehsil}`)).json();
  expect(list).toContainEqual({ issue: water, days: 10 });
});

test('a rule that changes after a move has begun starts the move again', async () => {
  // As an instance leaves it that was killed in the middle.
  await reports.pool.query(
    `insert into due_moves (tehsil, after_at) values ($1, 'infinity') on conflict (tehsil) do update set after_at = 'infinity'`,
    [tehsil],
  );
  await api.setDays(admin, walk, 60);
  expect(await api.wrong()).toBe(0);
});

test('a change of a rule waits for submissions that have read the earlier one', async () => {
  const waiting = async (what: string) => (await reports.pool.query(waitingHere, [what])).rowCount ?? 0;
  const holder = await reports.pool.connect();
  try {
    // The submission comes as far as the counts, which are last.
    await holder.query('begin');
    await holder.query('select from report_counts where tehsil = $1 for update', [tehsil]);
    const submitted = api.submitted(ali, walk);
    await vi.waitFor(async () => expect(await waiting('transactionid')).toBe(1), patiently);
    const changed = api.setDays(admin, walk, 61);
    await Promise.race([changed, vi.waitFor(async () => expect(await waiting('advisory')).toBe(1), patiently)]);
    await holder.query('commit');
    await Promise.all([submitted, changed]);
  } finally {
    holder.release();
  }
  expect(await api.wrong()).toBe(0);
});

test('while a submission hangs, a change of rules is answered 503, and other submissions are accepted', async () => {
  const hanging = await reports.pool.connect();
  try {
    await hanging.query('begin');
    await hanging.query('select pg_advisory_xact_lock_shared(7610011, hashtext($1))', [tehsil]);
    const answer = await api.put(admin, 'deadlines', { issue: walk, days: 77 });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect((await api.submit(ali)).status).toBe(201);
    await hanging.query('rollback');
  } finally {
    hanging.release();
  }
  await api.setDays(admin, walk, 77);
  expect(await api.wrong()).toBe(0);
});
