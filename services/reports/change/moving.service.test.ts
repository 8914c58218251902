import { AdminReport, events, issueNames, RequestRow } from '@tma/contracts';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { calls, type FormParts, form } from '../testing/calls.ts';
import { startDesk } from '../testing/desk.ts';
import type { TestCaller } from '../testing/index.ts';

const desk = await startDesk();
afterAll(() => desk.stop());

const point = { lat: '34.19876543', long: '72.0401239', accuracy: '12.34' };
const send = (changes: FormParts) => calls(desk.reports).submit(desk.ali, form(changes));
const submitted = async (changes: FormParts = point) => RequestRow.parse(await (await send(changes)).json());
const move = (who: TestCaller | null, id: string, body: unknown, headers = {}) =>
  desk.send(who, 'PUT', `/reports/${id}/place`, body, headers);
const to = { lat: 34.2, long: 72.05 };

describe('a report with a point', () => {
  test('shows it exactly to its reporter and staff, to others with 4 decimals and without accuracy; its event has it', async () => {
    const report = await submitted();
    const whole = { lat: 34.198765, long: 72.040124, accuracy: 12.3 };
    expect(report).toMatchObject(whole);
    const seen = AdminReport.parse(await (await desk.get(desk.farid, `/reports/${report.id}`)).json());
    expect(seen).toMatchObject(whole);
    const other = await desk.reports.resident(desk.tehsil);
    const rows = await (await desk.get(other, `/rest/v1/requests?id=eq.${report.id}`)).json();
    expect(rows).toMatchObject([{ lat: 34.1988, long: 72.0401, accuracy: null }]);
    const [created] = await desk.events(report.id, 'ReportCreated');
    expect(created).toMatchObject({ lat: whole.lat, long: whole.long });
  });

  test.each([
    [{ lat: '34.2' }, 'lat and long must come together'],
    [{ long: '72', accuracy: '5' }, 'lat and long must come together'],
    [{ ...point, lat: '91' }, 'lat: must be from -90 to 90'],
    [{ ...point, long: '-180.0001' }, 'long: must be from -180 to 180'],
    [{ ...point, accuracy: '10001' }, 'accuracy: must be from 0 to 10000'],
    [{ ...point, lat: 'here' }, 'lat: must be a decimal number'],
  ])('%j is refused, naming the field', async (fields, detail) => {
    const answer = await send(fields);
    expect([answer.status, (await answer.json()).detail]).toEqual([400, detail]);
  });

  test.each([
    [
      { lat: '90', long: '-180', accuracy: '0' },
      { lat: 90, long: -180, accuracy: 0 },
    ],
    [
      { lat: '-90.0', long: ' +180 ', accuracy: '10000' },
      { lat: -90, long: 180, accuracy: 10_000 },
    ],
    [
      { lat: '-0.0000004', long: '.5', accuracy: '' },
      { lat: 0, long: 0.5, accuracy: null },
    ],
  ])('%j is accepted', async (fields, place) => {
    expect(await submitted(fields)).toMatchObject(place);
  });

  test.each([
    ['a certificate', { ...point, issue: issueNames.at(-1) }],
    ['empty fields', { lat: '', long: '', accuracy: '' }],
    ['an accuracy alone', { accuracy: '5' }],
  ])('no point is stored for %s', async (_what, fields) => {
    expect(await submitted(fields)).toMatchObject({ lat: null, long: null, accuracy: null });
  });
});

describe('heads and clerks correct the point of a report', () => {
  test('with an entry in the history and an event; the same point again writes nothing', async () => {
    const { id } = await submitted();
    const clerk = await desk.admin('Sana Bibi', desk.tehsil, 'clerk');
    const moved = await move(clerk, id, { lat: 34.20000004, long: 72.05 }, { 'if-match': '"1"' });
    expect([moved.status, moved.headers.get('etag')]).toEqual([200, '"2"']);
    expect(AdminReport.parse(await moved.json())).toMatchObject({ ...to, accuracy: null });
    expect((await move(desk.farid, id, to)).headers.get('etag')).toBe('"2"');
    expect((await desk.history(desk.ali, id)).slice(1)).toMatchObject([{ kind: 'moved', name: null, text: null }]);
    const sent = z.array(events.ReportMoved.data).parse(await desk.events(id, 'ReportMoved'));
    expect(sent).toMatchObject([{ ...to, by: clerk.id, tehsil: desk.tehsil }]);
  });

  test.each([
    ['half a point', { lat: 1 }, 400],
    ['a text', { lat: '34', long: 72 }, 400],
    ['what is no place on earth', { lat: 34, long: 181 }, 400],
  ])('not to %s', async (_what, body, status) => {
    expect((await move(desk.farid, (await submitted()).id, body)).status).toBe(status);
  });

  test('not of certificates, of another tehsil, of an older version, nor as crew', async () => {
    const paper = await submitted({ issue: issueNames.at(-1) });
    const refused = await move(desk.farid, paper.id, to);
    expect([refused.status, (await refused.json()).code]).toEqual([422, 'not_supported']);
    const { id } = await submitted();
    expect((await move(desk.farid, id, to, { 'if-match': '"7"' })).status).toBe(412);
    const elsewhere = await desk.admin('Omar Shah', 'Elsewhere');
    expect((await move(elsewhere, id, to)).status).toBe(404);
    const crew = await desk.admin('Nasir Ali', desk.tehsil, 'crew');
    expect((await move(crew, id, to)).status).toBe(403);
    expect((await move(desk.ali, id, to)).status).toBe(403);
    expect((await move(desk.farid, 'TMA-1', to)).status).toBe(404);
  });
});
