import { AdminReport, events, issueNames } from '@tma/contracts';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startDesk } from '../testing/desk.ts';
import type { TestCaller } from '../testing/index.ts';
import { scanFigures } from '../testing/scan.ts';

const desk = await startDesk();
afterAll(() => desk.stop());

const read = async (id: string) => AdminReport.parse(await (await desk.get(desk.farid, `/reports/${id}`)).json());
const mark = (who: TestCaller, id: string, of: unknown) => desk.send(who, 'PUT', `/reports/${id}/duplicate`, { of });
const support = (who: TestCaller, id: string) => desk.call(who, `/reports/${id}/support`, { method: 'PUT' });
const codeOf = async (answer: Response) => [answer.status, (await answer.json()).code];
const kinds = async (who: TestCaller, id: string) =>
  (await desk.history(who, id)).map(({ kind, status, text, by }) => [kind, status, text, by]);
const told = async (id: string) =>
  z
    .array(events.SupportersTold.data)
    .parse(await desk.events(id, 'SupportersTold'))
    .map(({ to, change, text }) => [to.map((person) => person.id), change?.to.status ?? text]);

/** A report of `ali` and one of somebody else that says the same. */
async function two() {
  const sana = await desk.reports.resident(desk.tehsil);
  const [id, same] = [await desk.submitted(), await desk.submitted({}, sana)];
  return { sana, id, same, reference: (await read(id)).reference, ownReference: (await read(same)).reference };
}

describe('a report that is marked as a duplicate', () => {
  test('has the state of the other at once and from then on, without a closure of its own', async () => {
    const { sana, id, same, reference } = await two();
    await desk.change(desk.farid, id, { status: 'In Progress', schedule: '2030-01-02' });
    const answer = await mark(desk.farid, same, reference.toLowerCase());
    const row = AdminReport.parse(await answer.json());
    expect([answer.status, answer.headers.get('etag')]).toEqual([200, row.etag]);
    const state = { status: 'In Progress', schedule: '2030-01-02', duplicateOf: reference };
    expect(row).toMatchObject(state);
    expect(await read(id)).toMatchObject({ supports: 1, duplicateOf: null });
    expect(await codeOf(await desk.change(desk.farid, same, { status: 'Closed' }))).toEqual([409, 'is_a_duplicate']);

    await desk.change(desk.farid, id, { status: 'Closed' });
    expect(await read(same)).toMatchObject({ ...state, status: 'Closed', phase: 'ended', closure: null });
    expect((await desk.get(sana, `/reports/${same}/closure`)).status).toBe(404);
    await desk.answer(desk.ali, id, { answer: 'not-fixed', reason: 'Still dusty.' });
    expect(await read(same)).toMatchObject({ status: 'Open', phase: 'open', disputes: 0 });
    expect(await kinds(sana, same)).toEqual([
      ['created', 'Open', null, 'resident'],
      ['duplicate', 'In Progress', reference, 'administration'],
      ['changed', 'In Progress', null, 'administration'],
      ['changed', 'Closed', null, 'administration'],
      ['changed', 'Open', null, 'portal'],
    ]);
    const changes = z.array(events.StatusChanged.data).parse(await desk.events(same, 'StatusChanged'));
    expect(changes.map(({ to, follows, closure, reporter }) => [to.status, follows, closure, reporter?.id])).toEqual(
      ['In Progress', 'Closed', 'Open'].map((status) => [status, reference, undefined, sana.id]),
    );
  });

  test('follows the other also where ids are in capital letters, and events name both as ever', async () => {
    const { id, same, reference } = await two();
    const [wide, wideSame] = [id.toUpperCase(), same.toUpperCase()];
    expect((await mark(desk.farid, wideSame, reference)).status).toBe(200);
    expect((await desk.change(desk.farid, wide, { status: 'Closed' })).status).toBe(200);
    expect((await desk.answer(desk.ali, wide, { answer: 'not-fixed', reason: 'No.' })).status).toBe(200);
    expect(await read(same)).toMatchObject({ status: 'Open', duplicateOf: reference });
    expect((await desk.note(desk.farid, wide, { text: 'We come on Monday.', public: true })).status).toBe(201);
    expect(await desk.events(id, 'NoteAdded')).toMatchObject([{ id }]);
  });

  test('changes the state also for a reporter who gave a telephone number alone', async () => {
    const { id, same, reference } = await two();
    await desk.reports.pool.query(
      `update reports set via = 'counter', user_id = null, reporter_email = null, reporter_contact = '03001234567',
         reporter_language = 'ur' where id = $1`,
      [same],
    );
    await desk.change(desk.farid, id, { status: 'In Progress' });
    await mark(desk.farid, same, reference);
    await desk.change(desk.farid, id, { status: 'Dropped' });
    const changes = z.array(events.StatusChanged.data).parse(await desk.events(same, 'StatusChanged'));
    const phone = { number: '03001234567', language: 'ur' };
    expect(changes).toMatchObject([
      { to: { status: 'In Progress' }, reporter: null, phone },
      { to: { status: 'Dropped' }, reporter: null, phone },
    ]);
  });

  test('makes its reporter a supporter of the other, who gets events of their own report alone', async () => {
    const { sana, id, same, reference } = await two();
    const omar = await desk.reports.resident(desk.tehsil, { first_name: 'Omar' });
    await support(omar, id);
    await mark(desk.farid, same, reference);
    const [marked] = await desk.events(same, 'DuplicateMarked');
    expect(marked).toMatchObject({ of: { id, reference }, by: desk.farid.id, reporter: { id: sana.id } });
    await desk.change(desk.farid, id, { status: 'Dropped' });
    await desk.note(desk.farid, id, { text: 'Lorry is broken.', public: true });
    expect(await told(id)).toEqual([
      [[omar.id], 'Dropped'],
      [[sana.id, omar.id].toSorted(), 'Lorry is broken.'],
    ]);
    expect(await told(same)).toEqual([]);
  });

  test('is no longer one after null: its state stays, and its reporter no longer supports the other', async () => {
    const { sana, id, same, reference } = await two();
    await mark(desk.farid, same, reference);
    await desk.change(desk.farid, id, { status: 'In Progress' });
    const undone = AdminReport.parse(await (await mark(desk.farid, same, null)).json());
    expect(undone).toMatchObject({ duplicateOf: null, status: 'In Progress' });
    expect((await read(id)).supports).toBe(0);
    expect((await kinds(sana, same)).at(-1)).toEqual(['duplicate', 'In Progress', null, 'administration']);
    await desk.change(desk.farid, id, { status: 'Dropped' });
    expect((await read(same)).status).toBe('In Progress');
    expect((await desk.change(desk.farid, same, { status: 'Open' })).status).toBe(200);
    // Once more writes nothing.
    const before = (await read(same)).etag;
    expect((await mark(desk.farid, same, null)).headers.get('etag')).toBe(before);
  });

  test.each(['disputed before', 'closed without an answer'])('is opened again by null where it was %s', async (was) => {
    const { sana, id, same, reference } = await two();
    await desk.change(desk.farid, same, { status: 'Closed' });
    if (was === 'disputed before') await desk.answer(sana, same, { answer: 'not-fixed', reason: 'No.' });
    await desk.change(desk.farid, id, { status: 'Closed' });
    await mark(desk.farid, same, reference);
    expect(await read(same)).toMatchObject({ status: 'Closed' });
    const undone = AdminReport.parse(await (await mark(desk.farid, same, null)).json());
    expect(undone).toMatchObject({ duplicateOf: null, status: 'Open', phase: 'open' });
    expect((await kinds(sana, same)).slice(-2)).toEqual([
      ['duplicate', 'Open', null, 'administration'],
      ['changed', 'Open', null, 'administration'],
    ]);
    const changes = z.array(events.StatusChanged.data).parse(await desk.events(same, 'StatusChanged'));
    expect(changes.at(-1)).toMatchObject({ from: { status: 'Closed' }, to: { status: 'Open' } });
    const again = await desk.change(desk.farid, same, { status: 'Closed' });
    expect(again.status).toBe(was === 'disputed before' ? 422 : 200);
  });

  test('stays closed after null where its reporter said that it is fixed', async () => {
    const { sana, id, same, reference } = await two();
    await desk.change(desk.farid, same, { status: 'Closed' });
    await desk.answer(sana, same, { answer: 'fixed' });
    await desk.change(desk.farid, id, { status: 'Closed' });
    await mark(desk.farid, same, reference);
    const undone = AdminReport.parse(await (await mark(desk.farid, same, null)).json());
    expect(undone).toMatchObject({ status: 'Closed', closure: 'confirmed' });
  });

  test('keeps a support that its reporter had before', async () => {
    const { sana, id, same, reference } = await two();
    await support(sana, id);
    await mark(desk.farid, same, reference);
    expect((await read(id)).supports).toBe(1);
    await mark(desk.farid, same, null);
    expect((await read(id)).supports).toBe(1);
  });

  test('that is undone leaves its reporter a supporter while another duplicate of theirs is marked', async () => {
    const { sana, id, same, reference } = await two();
    const second = await desk.submitted({}, sana);
    await mark(desk.farid, same, reference);
    await mark(desk.farid, second, reference);
    const supports = async () => (await read(id)).supports;
    expect(await supports()).toBe(1);
    await mark(desk.farid, same, null);
    expect(await supports()).toBe(1);
    await mark(desk.farid, second, null);
    expect(await supports()).toBe(0);
  });

  test('can be marked as a duplicate of another report instead', async () => {
    const { sana, id, same, reference } = await two();
    const other = await desk.submitted();
    await mark(desk.farid, same, reference);
    await mark(desk.farid, same, (await read(other)).reference);
    expect([(await read(id)).supports, (await read(other)).supports]).toEqual([0, 1]);
    await desk.change(desk.farid, id, { status: 'Dropped' });
    expect((await read(same)).status).toBe('Open');
    const { rows } = await desk.reports.pool.query('select report_id from supports where user_id = $1', [sana.id]);
    expect(rows).toEqual([{ report_id: other }]);
  });

  test('has no open question where it was closed: the link of its mail is no longer valid', async () => {
    const { sana, id, same, reference } = await two();
    await desk.change(desk.farid, same, { status: 'Closed' });
    await desk.change(desk.farid, id, { status: 'Closed' });
    await mark(desk.farid, same, reference);
    expect(await read(same)).toMatchObject({ status: 'Closed', closure: null });
    expect((await desk.answer(sana, same, { answer: 'fixed' })).status).toBe(410);
    expect((await kinds(sana, same)).map(([kind]) => kind)).toEqual(['created', 'changed', 'duplicate']);
  });

  test('stays when the reporters of both are erased with their supports', async () => {
    const { sana, id, same, reference } = await two();
    await mark(desk.farid, same, reference);
    await desk.erase(sana.id);
    expect(await read(id)).toMatchObject({ supports: 0 });
    expect(await read(same)).toMatchObject({ duplicateOf: reference, userId: null });
    await desk.change(desk.farid, id, { status: 'Closed' });
    expect((await read(same)).status).toBe('Closed');
  });
});

test('of two reports that are marked as duplicates of each other at once, one becomes a duplicate', async () => {
  const { id, same, reference, ownReference } = await two();
  const answers = await Promise.all([mark(desk.farid, same, reference), mark(desk.farid, id, ownReference)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  expect([await read(id), await read(same)].filter(({ duplicateOf }) => duplicateOf !== null)).toHaveLength(1);
});

test('a report that several mark at once is marked once, and each of them gets the row', async () => {
  const { sana, id, same, reference } = await two();
  const answers = await Promise.all(Array.from({ length: 6 }, () => mark(desk.farid, same, reference)));
  const rows = await Promise.all(answers.map(async (answer) => [answer.status, (await answer.json()).duplicateOf]));
  expect(rows).toEqual(Array(6).fill([200, reference]));
  expect((await kinds(sana, same)).map(([kind]) => kind)).toEqual(['created', 'duplicate']);
  expect(await read(id)).toMatchObject({ supports: 1 });
});

test('one problem that several people report is one in figures, from marking to undoing', async () => {
  const tehsil = 'One lamp';
  const [office, ...people] = await Promise.all([
    desk.admin('Omar Shah', tehsil),
    ...[1, 2, 3].map(() => desk.reports.resident(tehsil)),
  ]);
  const ids: string[] = [];
  for (const who of people) ids.push(await desk.submitted({}, who));
  const [id = '', ...others] = ids;
  const { reference } = await (await desk.get(office, `/reports/${id}`)).json();
  const counted = async () => {
    const today = desk.reports.today();
    const path = `/api/figures?${new URLSearchParams({ tehsil, from: today, to: today })}`;
    const { weeks, issues } = await (await desk.get(null, path)).json();
    return [weeks[0].reported, issues[0].open, weeks[0].closed, issues[0].closed];
  };
  expect(await counted()).toEqual([3, 3, 0, 0]);
  for (const other of others) await mark(office, other, reference);
  expect(await counted()).toEqual([1, 1, 0, 0]);
  await desk.change(office, id, { status: 'Closed' });
  expect(await counted()).toEqual([1, 0, 1, 1]);
  await mark(office, others[0] ?? '', null);
  await desk.change(office, others[0] ?? '', { status: 'Open' });
  expect(await counted()).toEqual([2, 1, 1, 1]);
});

test('a report that cannot be a duplicate is refused', async () => {
  const { id, same, reference, ownReference } = await two();
  const refused = [422, 'not_a_duplicate'];
  expect(await codeOf(await mark(desk.farid, id, reference))).toEqual(refused);
  for (const of of ['TMA-00000000', 'no reference', '\u0000']) {
    expect([of, ...(await codeOf(await mark(desk.farid, id, of)))]).toEqual([of, ...refused]);
  }
  const other = await read(await desk.submitted({ issue: issueNames[1] }));
  expect(await codeOf(await mark(desk.farid, id, other.reference))).toEqual(refused);
  const elsewhere = await desk.reports.resident('Elsewhere');
  const far = await desk.submitted({}, elsewhere);
  const { rows } = await desk.reports.pool.query('select reference from reports where id = $1', [far]);
  expect(await codeOf(await mark(desk.farid, id, rows[0]?.reference))).toEqual(refused);
  expect((await mark(desk.farid, far, reference)).status).toBe(404);
  await mark(desk.farid, same, reference);
  // Not of a duplicate, not by what has duplicates.
  const third = await desk.submitted();
  expect(await codeOf(await mark(desk.farid, third, ownReference))).toEqual(refused);
  expect(await codeOf(await mark(desk.farid, id, (await read(third)).reference))).toEqual(refused);
  expect((await mark(desk.farid, same, 7)).status).toBe(400);
  const crew = await desk.admin('Nasir Ali', desk.tehsil, 'crew');
  expect((await mark(crew, same, null)).status).toBe(403);
  expect((await mark(desk.ali, same, null)).status).toBe(403);
});

test('marking, undoing, changing and unassigning at once do not deadlock, and kept counts equal a scan', async () => {
  const { id, reference } = await two();
  const others: string[] = [];
  for (let made = 0; made < 6; made += 1)
    others.push(await desk.submitted({}, await desk.reports.resident(desk.tehsil)));
  const clerk = await desk.admin('Sana Bibi', desk.tehsil, 'clerk');
  const statuses = ['Open', 'In Progress', 'Closed', 'Dropped'];
  const answers: Promise<Response>[] = [];
  for (let round = 0; round < 10; round += 1) {
    for (const [index, other] of others.entries()) {
      answers.push(mark(desk.farid, other, (round + index) % 3 ? reference : null));
      answers.push(desk.assign(desk.farid, other, clerk.id));
    }
    answers.push(desk.change(desk.farid, id, { status: statuses[round % 4] }));
    answers.push(desk.change(clerk, others[round % 6] ?? id, { status: statuses[(round + 1) % 4] }));
    await desk.told(clerk.id, 'Sana Bibi', { disabled: round % 2 === 0 });
  }
  const settled = await Promise.all(answers);
  expect(settled.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
  for (const other of others) await mark(desk.farid, other, reference);
  await desk.change(desk.farid, id, { status: 'In Progress' });
  for (const other of others)
    expect(await read(other)).toMatchObject({ status: 'In Progress', duplicateOf: reference });
  const { rows } = await desk.reports.pool.query(
    `select duplicates, (select count(*)::int from reports as d where d.duplicate_of = reports.id) as scanned,
       supports, (select count(*)::int from supports where report_id = reports.id) as supporters
     from reports where id = $1`,
    [id],
  );
  expect(rows).toEqual([{ duplicates: 6, scanned: 6, supports: 6, supporters: 6 }]);
  const today = desk.reports.today();
  const figures = await (await desk.get(null, `/api/figures?tehsil=${desk.tehsil}&from=${today}&to=${today}`)).json();
  expect(figures).toEqual(
    await scanFigures(desk.reports.pool, desk.tehsil, today, today, desk.reports.config.TIME_ZONE),
  );
  const { rows: open } = await desk.reports.pool.query(
    `select (select sum(reports)::int from report_counts where tehsil = $1 and phase = 'open') as kept,
       (select count(*)::int from reports where tehsil = $1 and phase = 'open') as scanned,
       (select sum(reports)::int from open_by_due where tehsil = $1) as due`,
    [desk.tehsil],
  );
  expect([open[0]?.kept, open[0]?.due]).toEqual([open[0]?.scanned, open[0]?.scanned]);
});
