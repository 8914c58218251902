/** Administrators who are disabled or move to another tehsil: what was theirs is nobody's, and they are told nothing more. */
import { transaction } from '@tma/kit';
import { afterAll, expect, test } from 'vitest';
import { startDesk } from '../testing/desk.ts';
import { unassignedAtOnce, unassignSome } from './unassign-reports.ts';

const desk = await startDesk();
afterAll(() => desk.stop());

const free = () => transaction(desk.reports.pool, (tx) => unassignSome(tx));
const assigneeOf = async (id: string) =>
  (await desk.reports.pool.query('select assignee from reports where id = $1', [id])).rows[0]?.assignee;

test.each([
  ['disabled', { disabled: true }],
  ['moved', { tehsil: 'Okara' }],
])('open reports of an administrator who was %s are unassigned, with an entry by the portal', async (_what, said) => {
  const sana = await desk.admin('Sana Rauf');
  const ids = [await desk.submitted(), await desk.submitted(), await desk.submitted()] as const;
  for (const id of ids) await desk.assign(desk.farid, id, sana.id);
  await desk.change(desk.farid, ids[1], { status: 'In Progress' });
  await desk.change(desk.farid, ids[2], { status: 'Closed' });
  expect(await desk.counts(sana)).toMatchObject({ mine: 2 });
  await desk.told(sana.id, 'Sana Rauf', said);
  expect(await Promise.all(ids.map(assigneeOf))).toEqual([null, null, sana.id]);
  expect(await desk.counts(sana)).toMatchObject({ mine: 0 });
  expect((await desk.history(desk.farid, ids[0])).at(-1)).toMatchObject({
    kind: 'assigned',
    by: 'portal',
    name: null,
    text: null,
  });
  expect((await desk.listed(desk.farid, 'limit=3')).map(({ etag }) => etag)).toEqual(['"3"', '"4"', '"3"']);
  // Who keeps files hears of it as well, for which crew read those of theirs alone.
  for (const id of ids.slice(0, 2))
    expect((await desk.events(id, 'ReportAssigned')).map(({ assignee }) => assignee?.id ?? null)).toEqual([
      sana.id,
      null,
    ]);
  expect(await desk.events(ids[2], 'ReportAssigned')).toHaveLength(1);
  // The same event again, and an older one, change nothing.
  await desk.told(sana.id, 'Sana Rauf', { version: 1 });
  expect((await desk.assign(desk.farid, ids[0], sana.id)).status).toBe(422);
});

test('an administrator who is enabled again can be assigned reports', async () => {
  const sana = await desk.admin('Sana Rauf');
  const id = await desk.submitted();
  await desk.told(sana.id, 'Sana Rauf', { disabled: true });
  expect((await desk.assign(desk.farid, id, sana.id)).status).toBe(422);
  await desk.told(sana.id, 'Sana Rauf', { disabled: false });
  expect((await desk.assign(desk.farid, id, sana.id)).status).toBe(200);
});

test('auth knows an administrator who moved here before the event comes, and a late older event changes nothing', async () => {
  const sana = await desk.admin('Sana Rauf', 'Okara');
  const id = await desk.submitted();
  desk.auth.administrators.set(sana.id, {
    id: sana.id,
    name: 'Sana Rauf',
    email: 's@example.org',
    tehsil: desk.tehsil,
    language: 'en',
    version: 2,
  });
  expect((await desk.assign(desk.farid, id, sana.id)).status).toBe(200);
  await desk.told(sana.id, 'Sana Rauf', { tehsil: 'Okara', version: 1 });
  expect(await assigneeOf(id)).toBe(sana.id);
});

test('a report that is opened again becomes unassigned when its administrator is gone', async () => {
  const sana = await desk.admin('Sana Rauf');
  const id = await desk.submitted();
  await desk.assign(desk.farid, id, sana.id);
  await desk.change(desk.farid, id, { status: 'Closed' });
  await desk.told(sana.id, 'Sana Rauf', { disabled: true });
  await desk.answer(desk.ali, id, { answer: 'not-fixed', reason: 'Dark again.' });
  expect(await assigneeOf(id)).toBe(sana.id);
  expect(await free()).toBe(1);
  expect(await assigneeOf(id)).toBeNull();
  expect(await free()).toBe(0);
});

test('more reports than one transaction unassigns are unassigned in several', async () => {
  const sana = await desk.admin('Sana Rauf');
  await desk.reports.pool.query(
    `insert into reports (id, reference, reporter_name, issue, location, description, tehsil, status, phase, image, due,
       created_at, updated_at, assignee)
     select gen_random_uuid(), 'many-' || n, 'A B', 'Trash', 'L', 'D', $1, 'Open', 'open', 'uploads/a.webp', current_date,
       now(), now(), $2
     from generate_series(1, $3) as n`,
    [desk.tehsil, sana.id, 2 * unassignedAtOnce],
  );
  await desk.told(sana.id, 'Sana Rauf', { disabled: true });
  expect(await desk.counts(sana)).toMatchObject({ mine: unassignedAtOnce });
  expect(await free()).toBe(unassignedAtOnce);
  expect(await free()).toBe(0);
  expect(await desk.counts(sana)).toMatchObject({ mine: 0 });
});

test('a dispute is mailed to nobody when the administrator who closed the report is gone', async () => {
  const closers = [await desk.admin('Sana Rauf'), await desk.admin('Omar Shah'), await desk.admin('Hina Ali')] as const;
  const ids: string[] = [];
  for (const closer of closers) {
    const id = await desk.submitted();
    ids.push(id);
    await desk.change(closer, id, { status: 'Closed' });
  }
  await desk.told(closers[0].id, 'Sana Rauf', { disabled: true });
  await desk.told(closers[1].id, 'Omar Shah', { tehsil: 'Okara' });
  const told = [];
  for (const id of ids) {
    expect((await desk.answer(desk.ali, id, { answer: 'not-fixed', reason: 'No.' })).status).toBe(200);
    told.push((await desk.events(id, 'ClosureAnswered'))[0].closedBy?.name ?? null);
  }
  expect(told).toEqual([null, null, 'Hina Ali']);
});

test('an administrator who is disabled while a report is assigned to them does not keep it', async () => {
  for (let round = 0; round < 20; round += 1) {
    const sana = await desk.admin('Sana Rauf');
    const id = await desk.submitted();
    const assign = () => desk.assign(desk.farid, id, sana.id);
    const disable = () => desk.told(sana.id, 'Sana Rauf', { disabled: true });
    const answers = await Promise.all(round % 2 ? [assign(), disable()] : [disable(), assign()]);
    expect(answers.filter((answer) => answer && ![200, 422].includes(answer.status))).toEqual([]);
    expect(await assigneeOf(id)).toBeNull();
  }
});

test('an assignment to an administrator who is being disabled waits for that', async () => {
  const sana = await desk.admin('Sana Rauf');
  const id = await desk.submitted();
  const assigning = await transaction(desk.reports.pool, async (tx) => {
    await tx.query('update administrators set disabled = true where id = $1', [sana.id]);
    const answer = desk.assign(desk.farid, id, sana.id);
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await desk.reports.pool.query(waiting)).rows.length).toBe(1);
    return { answer };
  });
  expect((await assigning.answer).status).toBe(422);
});
