import { AdminReport, events, RequestRow } from '@tma/contracts';
import { v7 as uuid } from 'uuid';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startDesk } from '../testing/desk.ts';
import type { TestCaller } from '../testing/index.ts';

const desk = await startDesk();
afterAll(() => desk.stop());

const remove = (who: TestCaller | null, id: string, body: unknown = { reason: 'It shows a face.' }) =>
  desk.send(who, 'DELETE', `/reports/${id}/image`, body);
const adminRow = async (id: string) => AdminReport.parse(await (await desk.get(desk.farid, `/reports/${id}`)).json());

test('a removed picture is in no row any more; an event tells the files service once, however often it is removed', async () => {
  const id = await desk.submitted();
  const before = await adminRow(id);
  expect(before.image).toMatch(/^uploads\//);
  const answers = await Promise.all([remove(desk.farid, id), remove(desk.nadia, id), remove(desk.farid, id)]);
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
  const after = await adminRow(id);
  expect([after.image, after.etag === before.etag]).toEqual([null, false]);
  for (const who of [desk.ali, await desk.reports.resident(desk.tehsil)]) {
    const rows = z.array(RequestRow).parse(await (await desk.get(who, `/rest/v1/requests?id=eq.${id}`)).json());
    expect(rows.map(({ image }) => image)).toEqual([null]);
  }
  const sent = (await desk.events(id, 'PictureRemoved')).map((data) => events.PictureRemoved.data.parse(data));
  expect(sent).toEqual([{ id, reference: before.reference, tehsil: desk.tehsil, by: expect.any(String) }]);
  expect((await desk.history(desk.ali, id)).map(({ kind }) => kind)).toEqual(['created']);
  expect(await desk.events(sent[0]?.by ?? '', 'StaffActed')).toContainEqual({
    ...{ kind: 'picture-removed', tehsil: desk.tehsil, by: sent[0]?.by },
    ...{ about: before.reference, detail: 'It shows a face.' },
  });
});

test('the audit log gets the reason without telephone numbers, as nothing in it is ever deleted; dates stay', async () => {
  const id = await desk.submitted();
  const reason = 'Shows 0300 7654321, +92 300-765.4321 and ۰۳۰۰۷۶۵۴۳۲۱ since 2026-03-05 12:30, house 12';
  expect((await remove(desk.nadia, id, { reason })).status).toBe(204);
  const { reference: about } = await adminRow(id);
  expect(await desk.events(desk.nadia.id, 'StaffActed')).toContainEqual(
    expect.objectContaining({ about, detail: 'Shows …, … and … since 2026-03-05 12:30, house 12' }),
  );
});

test.each([
  ['without a reason', {}],
  ['with one of spaces', { reason: '  ' }],
  ['with one beyond its length', { reason: 'x'.repeat(5000) }],
])('a picture is not removed %s', async (_what, body) => {
  const id = await desk.submitted();
  expect((await remove(desk.farid, id, body)).status).toBe(400);
  expect((await adminRow(id)).image).toMatch(/^uploads\//);
});

test('only administrators of its tehsil remove a picture', async () => {
  const id = await desk.submitted();
  const elsewhere = await desk.admin('Sana Gul', 'Elsewhere');
  const asked = [remove(elsewhere, id), remove(desk.ali, id), remove(null, id), remove(desk.farid, uuid())];
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([404, 403, 401, 404]);
  expect((await adminRow(id)).image).toMatch(/^uploads\//);
});
