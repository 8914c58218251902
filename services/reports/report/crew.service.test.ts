import { AdminReport, adminFilters, roleHeader } from '@tma/contracts';
import { afterAll, describe, expect, test } from 'vitest';
import { startDesk } from '../testing/desk.ts';
import type { TestCaller } from '../testing/index.ts';
import { proving } from '../testing/proofs.ts';

const desk = await startDesk();
const bilal = await desk.admin('Bilal Shah', desk.tehsil, 'crew');
const clerk = await desk.admin('Rabia Noor', desk.tehsil, 'clerk');
afterAll(() => desk.stop());

const assigned = async (parts = {}, to: TestCaller | null = bilal) => {
  const id = await desk.submitted(parts);
  expect((await desk.assign(desk.farid, id, to?.id ?? null)).status).toBe(200);
  return id;
};
/** The status, and of a refusal its code. */
const answerOf = async (call: Promise<Response>) => {
  const answer = await call;
  return answer.ok ? answer.status : [answer.status, ((await answer.json()) as { code: string }).code];
};
const notYours = [404, 'not_found'];
const notYourRole = [403, 'not_your_role'];

describe('crew', () => {
  test('see the reports that are assigned to them, whatever the filter, and count those', async () => {
    const crew = await desk.admin('Nasir Ali', desk.tehsil, 'crew');
    const [open, closed] = [await assigned({ location: 'Canal' }, crew), await assigned({}, crew)];
    await desk.submitted();
    await desk.change(desk.farid, closed, { status: 'Closed' });
    const counts = await desk.counts(crew);
    for (const { name } of adminFilters) {
      const listed = await desk.listed(crew, `filter=${name}&limit=200`);
      expect(listed.every(({ assignee }) => assignee?.id === crew.id)).toBe(true);
      expect([name, listed.length]).toEqual([name, counts[name]]);
    }
    expect((await desk.listed(crew, 'filter=all')).map(({ id }) => id).sort()).toEqual([open, closed].sort());
    expect((await desk.listed(crew, 'filter=mine')).map(({ id }) => id)).toEqual([open]);
    for (const assignee of ['none', desk.farid.id]) expect(await desk.listed(crew, `assignee=${assignee}`)).toEqual([]);
    expect(await desk.listed(crew, 'assignee=me')).toHaveLength(2);
  });

  test('see no names, neither in lists nor in a report, its history or what they do', async () => {
    const id = await assigned();
    const nameless = { name: null, userId: null, document: null };
    expect((await desk.listed(bilal, 'filter=all')).find((row) => row.id === id)).toMatchObject(nameless);
    expect(await (await desk.get(bilal, `/reports/${id}`)).json()).toMatchObject(nameless);
    const started = await desk.change(bilal, id, { status: 'in progress' });
    expect(AdminReport.parse(await started.json())).toMatchObject({ ...nameless, status: 'In Progress' });
    const note = await desk.note(bilal, id, { text: 'A ladder is needed.' });
    expect([note.status, await note.json()]).toMatchObject([201, { name: null, text: 'A ladder is needed.' }]);
    const history = await desk.history(bilal, id);
    expect(history.map(({ kind, name }) => [kind, name])).toEqual([
      ['created', null],
      ['assigned', null],
      ['changed', null],
      ['noted', null],
    ]);
    expect((await desk.history(desk.farid, id)).at(-1)?.name).toBe('Bilal Shah');
  });

  test('find reports by their texts, not by a name', async () => {
    const id = await assigned({ location: 'Jinnah colony', description: 'Ayesha street is dark.' });
    const other = await assigned({ location: 'Jinnah park' });
    const found = async (q: string) => (await desk.listed(bilal, `q=${q}`)).map((row) => row.id);
    expect(await found('ayes')).toEqual([id]);
    expect(await found('khan')).toEqual([]);
    expect(await found('jinnah')).toEqual([other, id]);
    expect(await found('jinnah%20khan')).toEqual([]);
    const [{ reference = '' } = {}] = await desk.listed(bilal, 'q=colony');
    expect(await found(reference)).toEqual([id]);
    expect((await desk.listed(desk.farid, 'q=khan')).length).toBeGreaterThan(1);
  });

  test('may do with their reports what the policy says, and no more', async () => {
    const id = await assigned();
    const { prove } = proving(desk.reports);
    expect(await answerOf(prove(bilal, id))).toBe(201);
    for (const wish of [
      { status: 'Closed' },
      { status: 'In Progress', schedule: null },
      { schedule: '2030-01-01' },
      {},
    ]) {
      expect(await answerOf(desk.change(bilal, id, wish))).toEqual(notYourRole);
    }
    expect(await answerOf(desk.note(bilal, id, { text: 'Hello', public: true }))).toEqual(notYourRole);
    expect(await answerOf(desk.assign(bilal, id, bilal.id))).toEqual(notYourRole);
    for (const path of [`/reports/${id}/closure`, `/request-contact/${desk.ali.id}`, '/adminrequests.csv']) {
      expect([path, await answerOf(desk.get(bilal, path))]).toEqual([path, notYourRole]);
    }
  });

  test('read when a picture of their work was taken, also while the report is hidden; other crew do not see it then', async () => {
    const id = await assigned();
    const { image } = await proving(desk.reports).proved(bilal, id);
    const path = image.replace('uploads/', '/api/proofs/').replace('.webp', '');
    await desk.send(desk.farid, 'PUT', `/reports/${id}/hidden`, { hidden: true, reason: 'It shows a face.' });
    const others = await desk.admin('Nasir Ali', desk.tehsil, 'crew');
    const read = (who: TestCaller | null) => answerOf(desk.get(who, path));
    expect(await Promise.all([bilal, clerk, desk.ali].map(read))).toEqual([200, 200, 200]);
    expect(await Promise.all([others, null].map(read))).toEqual([notYours, notYours]);
  });

  test('do not know of any other report', async () => {
    const id = await assigned({}, desk.nadia);
    const { prove } = proving(desk.reports);
    const calls = [
      desk.get(bilal, `/reports/${id}`),
      desk.get(bilal, `/reports/${id}/history`),
      desk.change(bilal, id, { status: 'In Progress' }),
      desk.change(bilal, id, { status: 'Closed' }),
      desk.note(bilal, id, { text: 'Hello' }),
      prove(bilal, id),
    ];
    expect(await Promise.all(calls.map(answerOf))).toEqual(calls.map(() => notYours));
  });

  test('lose a report with its assignment, also between two of their calls at once', async () => {
    const id = await assigned();
    const both = [desk.assign(desk.farid, id, null), desk.change(bilal, id, { status: 'In Progress' })];
    const [, started] = await Promise.all(both.map(answerOf));
    expect([200, notYours]).toContainEqual(started);
    expect(await answerOf(desk.get(bilal, `/reports/${id}`))).toEqual(notYours);
    // Where they came first, it stands before the assignment in the history.
    const kinds = (await desk.history(desk.farid, id)).map(({ kind }) => kind);
    expect(kinds).toEqual(['created', 'assigned', ...(started === 200 ? ['changed'] : []), 'assigned']);
  });
});

test('every answer to an administrator has their role, also where they are refused; no answer to others has one', async () => {
  const id = await assigned();
  const answers = await Promise.all([
    desk.get(clerk, '/adminrequests'),
    desk.get(bilal, '/adminrequests/counts'),
    desk.get(bilal, '/adminrequests.csv'),
    desk.change(bilal, id, { status: 'Closed' }),
    desk.get(desk.ali, `/reports/${id}`),
  ]);
  expect(answers.map(({ status, headers }) => [status, headers.get(roleHeader)])).toEqual([
    [200, 'clerk'],
    [200, 'crew'],
    [403, 'crew'],
    [403, 'crew'],
    [200, null],
  ]);
});

test('clerks may do everything with reports except what is for heads', async () => {
  const id = await assigned();
  expect(await answerOf(desk.change(clerk, id, { status: 'Closed' }))).toBe(200);
  expect(await answerOf(desk.note(clerk, id, { text: 'Done.', public: true }))).toBe(201);
  expect(await answerOf(desk.assign(clerk, id, clerk.id))).toBe(200);
  expect((await desk.listed(clerk, 'filter=completed'))[0]?.name).toBe('Ayesha Khan');
  for (const [path, body] of [
    ['/api/deadlines', { issue: 'Trash', days: 3 }],
    ['/api/holidays', { day: '2030-01-01', name: 'Rest' }],
    [`/reports/${id}/hidden`, { hidden: true, reason: 'No.' }],
  ] as const) {
    expect([path, await answerOf(desk.send(clerk, 'PUT', path, body))]).toEqual([path, notYourRole]);
  }
  expect(await answerOf(desk.get(clerk, '/adminrequests.csv'))).toEqual(notYourRole);
});
