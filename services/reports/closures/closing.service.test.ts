import { Closure, events } from '@tma/contracts';
import { afterAll, describe, expect, test } from 'vitest';
import { startClosing } from '../testing/closures.ts';
import { sweepClosures } from './sweep.ts';

const { reports, api, admin, ali, closed } = await startClosing();
afterAll(() => reports.stop());

const change = async (id: string, status: string) => {
  const response = await api.change(admin, id, { status });
  return { status: response.status, body: await response.json() };
};
const answer = async (id: string, said: object, who = ali) => {
  const response = await api.answer(who, id, said);
  return { status: response.status, body: await response.json() };
};
const dispute = { answer: 'not-fixed', reason: 'Dust is back.' };
const filtered = async () =>
  (await (await api.get(admin, '/adminrequests?filter=disputed')).json()).map(({ id }: { id: string }) => id);
const counted = async () => (await (await api.get(admin, '/adminrequests/counts')).json()).disputed;

test('closing begins a claim, which everybody sees who may read the report', async () => {
  const id = await api.submitted(ali);
  expect((await api.get(ali, `/reports/${id}/closure`)).status).toBe(404);
  const image = await api.proof(id);
  const { body } = await change(id, 'closed');
  expect(body).toMatchObject({ status: 'Closed', closure: 'claimed', proof: image, disputes: 0, etag: '"2"' });
  const seen = Closure.parse(await api.closure(ali, id));
  expect(seen).toMatchObject({
    attempt: 1,
    state: 'claimed',
    proof: image,
    answeredAt: null,
    reason: null,
    disputes: 0,
  });
  expect(Date.parse(seen.answerBy) - Date.parse(seen.claimedAt)).toBe(14 * 86_400_000);
  expect(await api.closure(admin, id)).toEqual(seen);
  const [own] = await (await api.get(ali, `/rest/v1/requests?id=eq.${id}`)).json();
  expect(own).toMatchObject({ closure: 'claimed', proof: image, disputes: 0 });
  const event = (await api.events(id)).at(-1);
  expect(events.StatusChanged.data.parse(event?.data).closure).toMatchObject({
    id: expect.any(String),
    attempt: 1,
    proof: image,
    answerBy: seen.answerBy,
    key: expect.any(String),
    signature: expect.any(String),
  });
  const others = [await reports.resident('Sahiwal'), await reports.admin('Okara')];
  for (const other of others) expect((await api.get(other, `/reports/${id}/closure`)).status).toBe(404);
  expect((await api.get(null, `/reports/${id}/closure`)).status).toBe(401);
  expect((await api.get(ali, '/reports/7/closure')).status).toBe(404);
});

test('confirmed: the same answer again does nothing, the other one is refused', async () => {
  const id = await closed();
  const first = await answer(id, { answer: 'fixed', reason: 'ignored' });
  expect(first).toMatchObject({
    status: 200,
    body: { state: 'confirmed', reason: null, answeredAt: expect.any(String) },
  });
  const written = (await api.events(id)).length;
  expect(await answer(id, { answer: 'fixed' })).toEqual(first);
  expect(await answer(id, dispute)).toMatchObject({ status: 409, body: { code: 'already_answered' } });
  expect(await api.events(id)).toHaveLength(written);
  expect((await api.events(id)).at(-1)).toMatchObject({
    type: 'ClosureAnswered',
    data: { attempt: 1, answer: 'confirmed', reason: null, reporter: { id: ali.id, name: 'Ayesha Khan' } },
  });
  expect(await api.row(admin, id)).toMatchObject({ status: 'Closed', closure: 'confirmed', etag: '"3"' });
});

test('each answer says in its event how often the report was disputed by then', async () => {
  const id = await closed();
  await answer(id, dispute);
  for (const said of [dispute, dispute, { answer: 'fixed' }] as const) {
    await api.proof(id);
    await api.change(admin, id, { status: 'Closed' });
    expect((await answer(id, said)).status).toBe(200);
  }
  const answers = (await api.events(id)).filter(({ type }) => type === 'ClosureAnswered');
  expect(answers.map(({ data }) => [data.answer, data.disputes])).toEqual([
    ['disputed', 1],
    ['disputed', 2],
    ['disputed', 3],
    ['confirmed', 3],
  ]);
});

test('disputed: open again with its schedule, with one entry and both events', async () => {
  const id = await closed();
  await api.change(admin, id, { schedule: '2026-03-05' });
  expect(await answer(id, { answer: 'not-fixed' })).toMatchObject({
    status: 400,
    body: { code: 'invalid_request', detail: 'Say what is not fixed.' },
  });
  expect((await answer(id, { answer: 'not-fixed', reason: ' \n ' })).status).toBe(400);
  expect((await answer(id, { answer: 'not-fixed', reason: 'x'.repeat(1001) })).status).toBe(400);
  expect((await answer(id, { answer: 'maybe' })).status).toBe(400);
  const first = await answer(id, dispute);
  expect(first).toMatchObject({ status: 200, body: { state: 'disputed', reason: 'Dust is back.', disputes: 1 } });
  expect(await answer(id, dispute)).toEqual(first);
  expect(await answer(id, { answer: 'fixed' })).toMatchObject({ status: 409, body: { code: 'already_answered' } });
  expect(await api.row(admin, id)).toMatchObject({
    status: 'Open',
    schedule: '2026-03-05',
    closure: 'disputed',
    disputes: 1,
  });
  const entries = await api.history(ali, id);
  expect(entries.map(({ kind }) => kind)).toEqual(['created', 'changed', 'changed', 'disputed']);
  expect(entries.at(-1)).toMatchObject({
    by: 'resident',
    status: 'Open',
    schedule: '2026-03-05',
    text: 'Dust is back.',
    name: null,
  });
  const written = (await api.events(id)).slice(-2);
  expect(written.map(({ type }) => type)).toEqual(['ClosureAnswered', 'StatusChanged']);
  expect(written[0]?.data).toMatchObject({
    answer: 'disputed',
    reason: 'Dust is back.',
    closedBy: { id: admin.id, name: `${admin.id}@example.org`, email: `${admin.id}@example.org` },
  });
  expect(written[1]?.data).toMatchObject({
    from: { status: 'Closed' },
    to: { status: 'Open', schedule: '2026-03-05' },
    changedBy: 'resident',
    reporter: { id: ali.id },
  });
  expect(written[1]?.data.closure).toBeUndefined();
});

test('after a dispute a proof sent after it is needed, until a closure is confirmed', async () => {
  // Two were sent before the dispute: the newer one is used, the other one does not help later.
  const id = await closed(2);
  await answer(id, dispute);
  expect(await filtered()).toContain(id);
  const refused = {
    status: 422,
    body: {
      code: 'proof_required',
      detail: 'The reporter said it was not fixed. Add a new picture of the work before closing it again.',
    },
  };
  expect(await change(id, 'Closed')).toMatchObject(refused);
  expect((await change(id, 'In Progress')).status).toBe(200);
  expect(await change(id, 'Closed')).toMatchObject(refused);
  const image = await api.proof(id);
  const before = await counted();
  expect(await change(id, 'Closed')).toMatchObject({
    status: 200,
    body: { closure: 'claimed', proof: image, disputes: 1 },
  });
  expect(await counted()).toBe(before - 1);
  expect(await api.closure(ali, id)).toMatchObject({ attempt: 2, state: 'claimed', proof: image });
  // Withdrawn: the proof was used, and another one is needed.
  expect((await change(id, 'Open')).body).toMatchObject({ closure: null, proof: null });
  expect(await counted()).toBe(before);
  expect(await filtered()).toContain(id);
  expect(await change(id, 'Closed')).toMatchObject(refused);
  await api.proof(id);
  await change(id, 'Closed');
  expect((await answer(id, { answer: 'fixed' })).body).toMatchObject({ attempt: 3, state: 'confirmed', disputes: 1 });
  await change(id, 'Open');
  expect(await filtered()).not.toContain(id);
  expect((await change(id, 'Closed')).status).toBe(200);
});

test('opened again: withdrawn, and over for good', async () => {
  const id = await closed(1);
  expect((await change(id, 'In Progress')).body).toMatchObject({ closure: null, proof: null });
  expect(await api.closure(ali, id)).toMatchObject({ state: 'withdrawn', attempt: 1 });
  expect(await answer(id, { answer: 'fixed' })).toMatchObject({ status: 410, body: { code: 'closure_over' } });
  expect(await answer(id, dispute)).toMatchObject({ status: 410 });
});

test('the time is over by the clock of the database, even before the sweep has recorded it', async () => {
  const id = await closed();
  await api.lapse(id);
  expect(await answer(id, dispute)).toMatchObject({ status: 410, body: { code: 'closure_over' } });
});

test('callers who may not answer and reports that were never closed are refused', async () => {
  const id = await closed();
  expect((await answer(id, dispute, admin)).status).toBe(403);
  expect((await answer(id, dispute, await reports.resident('Sahiwal'))).status).toBe(404);
  expect((await api.answer(null, id, dispute)).status).toBe(401);
  expect((await answer(await api.submitted(ali), dispute)).status).toBe(404);
  expect((await answer('7', dispute)).status).toBe(404);
});

test('the history tells administrators more than the reporter', async () => {
  const id = await closed();
  const note = (kind: string, text: string | null, isPublic: boolean) =>
    reports.pool.query(
      `insert into history (report_id, at, kind, status, made_by, administrator_id, text, public, image)
       values ($1, now(), $2, 'Closed', 'administration', $3, $4, $5, $6)`,
      [id, kind, admin.id, text, isPublic, kind === 'proved' ? 'uploads/a.webp' : null],
    );
  await note('proved', 'Taken at noon.', false);
  await note('noted', 'For us.', false);
  await note('noted', 'For everybody.', true);
  await note('assigned', null, false);
  const saved = { tehsil: 'Sahiwal', language: 'en' };
  const save = (name: string, version: number) =>
    reports.handle('AdministratorSaved', { id: admin.id, name, email: 'bilal.shah@example.org', ...saved, version });
  await save('Bilal Shah', 3);
  await save('Before', 2);
  const [forAdmin, forAli] = [await api.history(admin, id), await api.history(ali, id)];
  expect(forAdmin.map(({ kind, name, text }) => [kind, name, text])).toEqual([
    ['created', null, null],
    ['changed', 'Bilal Shah', null],
    ['proved', 'Bilal Shah', 'Taken at noon.'],
    ['noted', 'Bilal Shah', 'For us.'],
    ['noted', 'Bilal Shah', 'For everybody.'],
    ['assigned', 'Bilal Shah', null],
  ]);
  expect(forAli.map(({ kind, name, text }) => [kind, name, text])).toEqual([
    ['created', null, null],
    ['changed', null, null],
    ['proved', null, null],
    ['noted', null, 'For everybody.'],
  ]);
  expect(forAli[2]).toMatchObject({ image: 'uploads/a.webp', by: 'administration' });
  await answer(id, dispute);
  expect((await api.events(id)).at(-2)?.data.closedBy).toMatchObject({
    name: 'Bilal Shah',
    email: 'bilal.shah@example.org',
  });
});

test('a dispute is not mailed to the administrator who closed the report if they are crew by now: the mail names the reporter', async () => {
  const id = await api.submitted(ali);
  const clerk = await reports.admin('Sahiwal', 'clerk');
  expect((await api.change(clerk, id, { status: 'Closed' })).status).toBe(200);
  const saved = { id: clerk.id, name: 'Rabia Noor', email: 'rabia@example.org', tehsil: 'Sahiwal', language: 'en' };
  await reports.handle('AdministratorSaved', { ...saved, role: 'crew', version: 2 });
  await answer(id, dispute);
  expect((await api.events(id)).at(-2)?.data).toMatchObject({ answer: 'disputed', closedBy: null });
});

describe('a reporter who is erased', () => {
  test('leaves no text; the claim ends unanswered', async () => {
    const sara = await reports.resident('Sahiwal');
    const id = await api.submitted(sara);
    await change(id, 'Closed');
    await api.answer(sara, id, { answer: 'not-fixed', reason: 'Come to house 7.' });
    await api.proof(id);
    await change(id, 'Closed');
    const token = await api.token(id);
    await api.erase(sara.id);
    for (const what of ['view', 'answer'] as const) {
      expect((await api.byLink(what, { token, answer: 'fixed' })).status).toBe(404);
    }
    const kept = await reports.pool.query(
      `select (select json_agg(closures) from closures where report_id = $1) as a,
         (select json_agg(history) from history where report_id = $1) as b`,
      [id],
    );
    expect(JSON.stringify(kept.rows)).not.toContain('house 7');
    expect((await api.history(admin, id)).find(({ kind }) => kind === 'disputed')).toMatchObject({ text: null });
    expect(await api.closure(admin, id)).toMatchObject({ state: 'claimed', attempt: 2 });
  });

  test('is not asked when the report is closed later: that claim ends unanswered, too', async () => {
    const sara = await reports.resident('Sahiwal');
    const id = await api.submitted(sara);
    await api.erase(sara.id);
    const nobody = { name: 'Deleted user', userId: null, document: null };
    expect(await change(id, 'Closed')).toMatchObject({ status: 200, body: { closure: 'claimed', ...nobody } });
    expect((await api.events(id)).at(-1)?.data).toMatchObject({ reporter: null, closure: { attempt: 1 } });
    await api.lapse(id);
    await sweepClosures(reports.pool, reports.log);
    expect(await api.row(admin, id)).toMatchObject({ status: 'Closed', closure: 'unanswered' });
  });
});
