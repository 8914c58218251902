import { issueNames, PublicRecord, RequestRow } from '@tma/contracts';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type FormParts, form } from '../testing/calls.ts';
import { startDesk } from '../testing/desk.ts';
import type { TestCaller } from '../testing/index.ts';

const desk = await startDesk();
afterAll(() => desk.stop());

let ip = '';
let callers = 0;
beforeEach(() => {
  callers += 1;
  ip = `203.0.113.${callers}`;
});

const words = { location: 'Bazaar road 5', description: 'Dust everywhere.', lat: '34.198765', long: '72.040123' };
const submitted = async (changes: FormParts = {}) =>
  RequestRow.parse(await (await desk.submit(desk.ali, form({ ...words, ...changes }))).json());
const ask = (reference: string, headers: Record<string, string> = {}) =>
  desk.get(null, `/api/record/${reference}`, { 'x-forwarded-for': ip, ...headers });
const record = async (reference: string) => {
  const answer = await ask(reference);
  expect(answer.status, await answer.clone().text()).toBe(200);
  return PublicRecord.strict().parse(await answer.json());
};
const share = (who: TestCaller | null, id: string, shared: unknown) =>
  desk.send(who, 'PUT', `/reports/${id}/shared`, { shared });
const hide = (id: string, hidden: boolean) =>
  desk.send(desk.farid, 'PUT', `/reports/${id}/hidden`, { hidden, reason: 'It shows a face.' });

const nothing = { location: null, description: null, image: null, lat: null, long: null };

describe('the record of a report', () => {
  test('shows its state to anybody, and place, words and picture only where its reporter shares them', async () => {
    const { id, reference, image, created_at, due } = await submitted();
    const seen = await record(reference);
    expect(seen).toEqual({
      reference,
      issue: issueNames[0],
      tehsil: desk.tehsil,
      status: 'Open',
      phase: 'open',
      created_at,
      due,
      schedule: null,
      closure: null,
      proof: null,
      disputes: 0,
      supports: 0,
      history: [{ seq: expect.any(Number), at: created_at, kind: 'created', status: 'Open', schedule: null }],
      shared: false,
      ...nothing,
    });
    const answer = await share(desk.ali, id, true);
    expect([answer.status, RequestRow.parse(await answer.json()).shared]).toEqual([200, true]);
    const shown = { location: words.location, description: words.description, image, lat: 34.1988, long: 72.0401 };
    expect(await record(reference.toLowerCase())).toEqual({ ...seen, shared: true, ...shown });
    expect((await share(desk.ali, id, false)).status).toBe(200);
    expect(await record(reference)).toEqual(seen);
  });

  test('has the facts of its history that are public: no note, no assignment, no name, no reason', async () => {
    const { id, reference } = await submitted();
    await desk.assign(desk.farid, id, desk.nadia.id);
    await desk.note(desk.farid, id, { text: 'For us.' });
    await desk.note(desk.farid, id, { text: 'For you.', public: true });
    await desk.change(desk.farid, id, { status: 'Closed', schedule: '2026-12-01' });
    await desk.answer(desk.ali, id, { answer: 'not-fixed', reason: 'Still dark.' });
    const text = await (await ask(reference)).text();
    for (const word of ['For us', 'For you', 'Still dark', 'Farid', 'Nadia', desk.ali.id, desk.farid.id, id])
      expect(text).not.toContain(word);
    const { history, closure, disputes, status } = PublicRecord.parse(JSON.parse(text));
    expect(history.map(({ kind, status, schedule }) => [kind, status, schedule])).toEqual([
      ['created', 'Open', null],
      ['changed', 'Closed', '2026-12-01'],
      ['disputed', 'Open', '2026-12-01'],
    ]);
    expect([closure, disputes, status]).toEqual(['disputed', 1, 'Open']);
  });

  test('is 404 as soon as the report is hidden, and is back once it is shown', async () => {
    const { id, reference } = await submitted({ shared: 'true' });
    const etag = (await ask(reference)).headers.get('etag') ?? '';
    expect((await ask(reference, { 'if-none-match': etag })).status).toBe(304);
    await hide(id, true);
    expect((await ask(reference, { 'if-none-match': etag })).status).toBe(404);
    await hide(id, false);
    expect((await record(reference)).history.map(({ kind }) => kind)).toEqual(['created', 'hidden', 'shown']);
  });

  test('is cached by nobody without asking again', async () => {
    const { reference } = await submitted({ shared: 'true' });
    expect((await ask(reference)).headers.get('cache-control')).toBe('private, no-cache');
  });

  test('does not exist of certificates and licences, which are not shared, whatever their form says', async () => {
    const paper = await submitted({ issue: issueNames.at(-1), shared: 'true' });
    expect([paper.shared, (await ask(paper.reference)).status]).toEqual([false, 404]);
    const refused = await share(desk.ali, paper.id, true);
    expect([refused.status, (await refused.json()).code]).toEqual([422, 'not_supported']);
  });

  test('exists of a report of the counter, which is never shared', async () => {
    const body = form({ name: 'Bilal Shah', contact: '0300 1', shared: 'true' });
    const answer = await desk.call(desk.farid, '/api/counter', { method: 'POST', body });
    const { reference, id, shared } = await answer.json();
    expect([answer.status, shared]).toEqual([201, false]);
    expect(await record(reference)).toMatchObject({ shared: false, ...nothing });
    expect((await share(desk.ali, id, true)).status).toBe(404);
  });

  test('is no longer shared once its reporter was erased, who cannot share it again', async () => {
    const sara = await desk.reports.resident(desk.tehsil);
    const { id, reference } = await (await desk.submit(sara, form({ ...words, shared: 'true' }))).json();
    expect(await record(reference)).toMatchObject({ shared: true, location: words.location });
    await desk.erase(sara.id);
    expect(await record(reference)).toMatchObject({ shared: false, ...nothing });
    expect((await share(sara, id, true)).status).toBe(404);
  });

  test('keeps its other words when its picture was removed', async () => {
    const { id, reference } = await submitted({ shared: 'true' });
    await desk.send(desk.farid, 'DELETE', `/reports/${id}/image`, { reason: 'A face.' });
    expect(await record(reference)).toMatchObject({ image: null, location: words.location });
  });
});

describe('a new report', () => {
  test.each([
    ['nothing', undefined, false],
    ['an empty field', '', false],
    ['false', 'false', false],
    ['true', 'true', true],
  ])('with %s is shared: %s', async (_what, shared, expected) => {
    expect((await submitted({ shared })).shared).toBe(expected);
  });

  test('with another word is refused, naming the field', async () => {
    const answer = await desk.submit(desk.ali, form({ ...words, shared: 'yes' }));
    expect([answer.status, (await answer.json()).detail]).toEqual([400, 'shared: must be true or false']);
  });
});

describe('sharing', () => {
  test('is for its reporter alone', async () => {
    const { id } = await submitted();
    const other = await desk.reports.resident(desk.tehsil);
    const tried = [share(other, id, true), share(desk.farid, id, true), share(null, id, true)];
    expect((await Promise.all(tried)).map(({ status }) => status)).toEqual([404, 403, 401]);
    expect((await share(desk.ali, uuid(), true)).status).toBe(404);
    expect((await share(desk.ali, 'TMA-1', true)).status).toBe(404);
  });

  test('shows in the rows of its reporter, of others and of staff, with a new ETag; the same again writes nothing', async () => {
    const { id } = await submitted();
    const etagOf = async () => (await desk.get(desk.farid, `/reports/${id}`)).headers.get('etag');
    expect(await etagOf()).toBe('"1"');
    await share(desk.ali, id, true);
    await share(desk.ali, id, true);
    expect(await etagOf()).toBe('"2"');
    const other = await desk.reports.resident(desk.tehsil);
    for (const [who, path] of [
      [desk.ali, `/rest/v1/requests?id=eq.${id}`],
      [other, `/rest/v1/requests?id=eq.${id}`],
      [desk.farid, '/adminrequests'],
    ] as const) {
      const rows: { id: string; shared: boolean }[] = await (await desk.get(who, path)).json();
      expect(rows.find((row) => row.id === id)?.shared).toBe(true);
    }
    expect((await desk.history(desk.farid, id)).map(({ kind }) => kind)).toEqual(['created']);
  });

  test.each([[{}], [{ shared: 'true' }], [{ shared: null }], [[]]])('with %j is refused', async (body) => {
    const { id } = await submitted();
    const answer = await desk.send(desk.ali, 'PUT', `/reports/${id}/shared`, body);
    expect(answer.status).toBe(400);
  });
});

test('after sixty unknown references a caller is refused any reference for a while; other callers are not', async () => {
  const { reference } = await submitted();
  const unknown = ['TMA-00000000', 'x', 'TMA-1', '%00', "TMA-' or 1"];
  for (let tried = 0; tried < 60; tried += 1)
    expect((await ask(unknown[tried % unknown.length] ?? '')).status).toBe(404);
  const refused = await ask(reference);
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  ip = '198.51.100.7';
  expect((await ask(reference)).status).toBe(200);
});
