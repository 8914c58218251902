import { AdminReport, events, RequestRow } from '@tma/contracts';
import { v7 as uuid } from 'uuid';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startDesk } from '../testing/desk.ts';
import type { TestCaller } from '../testing/index.ts';

const desk = await startDesk();
afterAll(() => desk.stop());

const hide = (who: TestCaller | null, id: string, body: unknown) =>
  desk.send(who, 'PUT', `/reports/${id}/hidden`, body);
const hidden = async (reason = 'It shows a face.') => {
  const id = await desk.submitted();
  expect((await hide(desk.farid, id, { hidden: true, reason })).status).toBe(200);
  return id;
};
const rowsOf = async (who: TestCaller, query: string) =>
  z.array(RequestRow).parse(await (await desk.get(who, `/rest/v1/requests?${query}`)).json());
const stranger = () => desk.reports.resident(desk.tehsil);

test('a hidden report is in the lists of its reporter and its staff alone, who see the reason', async () => {
  const [id, other] = [await hidden(), await stranger()];
  for (const query of [`id=eq.${id}`, 'order=created_at.desc', `tehsil=eq.${desk.tehsil}&order=created_at.desc`]) {
    const ids = async (who: TestCaller) => (await rowsOf(who, query)).map((row) => row.id);
    expect(await ids(other), query).not.toContain(id);
    expect(await ids(desk.ali), query).toContain(id);
  }
  const [own] = await rowsOf(desk.ali, `user_id=eq.${desk.ali.id}&id=eq.${id}`);
  expect(own).toMatchObject({ hidden: true, hidden_reason: 'It shows a face.' });
  const seen = AdminReport.parse(await (await desk.get(desk.nadia, `/reports/${id}`)).json());
  expect(seen).toMatchObject({ hidden: true, hiddenReason: 'It shows a face.' });
  expect((await desk.get(other, `/reports/${id}`)).status).toBe(404);
});

test('a list that the caller has is not answered 304 once a report in it is hidden', async () => {
  const [id, other] = [await desk.submitted(), await stranger()];
  const query = '/rest/v1/requests?order=created_at.desc';
  const etagOf = async (who: TestCaller) => (await desk.get(who, query)).headers.get('etag') ?? '';
  const before = { [other.id]: await etagOf(other), [desk.ali.id]: await etagOf(desk.ali) };
  await hide(desk.farid, id, { hidden: true, reason: 'It shows a face.' });
  const again = (who: TestCaller) =>
    desk.call(who, query, { headers: { 'if-none-match': before[who.id] ?? '' } }).then(({ status }) => status);
  expect([await again(other), await again(desk.ali)]).toEqual([200, 200]);
  for (const who of [other, desk.ali]) before[who.id] = await etagOf(who);
  expect([await again(other), await again(desk.ali)]).toEqual([304, 304]);
  // Both at once, who see different rows of the same list.
  expect(await Promise.all([again(other), again(desk.ali)])).toEqual([304, 304]);
});

test('staff and reporter see it in the history, with the reason; an event tells the files service', async () => {
  const id = await hidden();
  expect((await hide(desk.nadia, id, { hidden: false })).status).toBe(200);
  for (const [who, names] of [
    [desk.farid, ['Farid Gul', 'Nadia Mir']],
    [desk.ali, [null, null]],
  ] as const) {
    expect((await desk.history(who, id)).slice(1)).toMatchObject([
      { kind: 'hidden', text: 'It shows a face.', name: names[0] },
      { kind: 'shown', text: null, name: names[1] },
    ]);
  }
  const sent = (await desk.events(id, 'ReportHidden')).map((data) => events.ReportHidden.data.parse(data));
  expect(sent.map((data) => [data.hidden, data.by])).toEqual([
    [true, desk.farid.id],
    [false, desk.nadia.id],
  ]);
  expect((await rowsOf(await stranger(), `id=eq.${id}`)).map((row) => row.hidden)).toEqual([false]);
});

test('events for the reporter of a hidden report say that it is hidden, as it has no public page', async () => {
  const id = await hidden();
  const tell = async () => {
    await desk.note(desk.farid, id, { text: 'The lamp is ordered.', public: true });
    const schedule = `2031-01-${String(10 + (await desk.events(id, 'StatusChanged')).length)}`;
    await desk.send(desk.farid, 'PUT', `/reports/${id}`, { schedule });
  };
  await tell();
  await hide(desk.farid, id, { hidden: false });
  await tell();
  const told = [...(await desk.events(id, 'NoteAdded')), ...(await desk.events(id, 'StatusChanged'))];
  expect(told.map((data) => (data as { hidden?: boolean }).hidden)).toEqual([true, undefined, true, undefined]);
});

test('hiding a hidden report again writes another reason, and sends no event', async () => {
  const id = await hidden();
  const etag = (await hide(desk.farid, id, { hidden: true, reason: 'It shows a face.' })).headers.get('etag');
  expect(etag).toBe('"2"');
  await hide(desk.farid, id, { hidden: true, reason: 'It names a person.' });
  expect((await desk.history(desk.ali, id)).map(({ text }) => text)).toEqual([
    null,
    'It shows a face.',
    'It names a person.',
  ]);
  expect(await desk.events(id, 'ReportHidden')).toHaveLength(1);
});

test.each([
  ['without a reason', { hidden: true }, 400],
  ['with one of spaces', { hidden: true, reason: '  ' }, 400],
  ['with a text instead of a choice', { hidden: 'yes', reason: 'any' }, 400],
  ['with a reason beyond its length', { hidden: true, reason: 'x'.repeat(5000) }, 400],
])('hiding %s is refused', async (_what, body, status) => {
  const id = await desk.submitted();
  expect((await hide(desk.farid, id, body)).status).toBe(status);
  expect((await desk.history(desk.ali, id)).map(({ kind }) => kind)).toEqual(['created']);
});

test('only administrators of its tehsil hide a report', async () => {
  const id = await desk.submitted();
  const body = { hidden: true, reason: 'Because.' };
  const elsewhere = await desk.admin('Sana Gul', 'Elsewhere');
  expect((await hide(elsewhere, id, body)).status).toBe(404);
  expect((await hide(desk.ali, id, body)).status).toBe(403);
  expect((await hide(null, id, body)).status).toBe(401);
  expect((await hide(desk.farid, uuid(), body)).status).toBe(404);
});
