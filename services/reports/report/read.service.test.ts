/** One report, read by itself: by whom, and as in lists of theirs. */
import { AdminReport, RequestRow } from '@tma/contracts';
import { v7 as uuid } from 'uuid';
import { afterAll, expect, test } from 'vitest';
import { form, startReports, type TestCaller } from '../testing/index.ts';
import { proving } from '../testing/proofs.ts';

const reports = await startReports();
const api = proving(reports);
afterAll(() => reports.stop());

const read = (who: TestCaller | null, id: string, headers = {}) => api.get(who, `/reports/${id}`, headers);
const json = async (who: TestCaller, id: string) => (await read(who, id)).json();

test('its reporter and its tehsil read it as in their lists, nobody else', async () => {
  const { tehsil, admin, resident, id } = await api.office();
  const [listed] = await (await api.get(resident, `/rest/v1/requests?id=eq.${id}`)).json();
  expect(RequestRow.strict().parse(await json(resident, id))).toEqual(listed);
  expect(AdminReport.strict().parse(await json(admin, id))).toEqual(await api.rowOf(admin, id));
  const others = [await reports.resident(tehsil), await reports.admin('Elsewhere')];
  for (const other of others) expect((await read(other, id)).status).toBe(404);
  for (const unknown of [uuid(), 'none', '%00']) {
    for (const who of [admin, resident]) expect((await read(who, unknown)).status).toBe(404);
  }
  expect((await read(null, id)).status).toBe(401);
});

test('its ETag is that of the row, which a change accepts, and gives 304 while it is unchanged', async () => {
  const { admin, resident, id } = await api.office();
  const first = await read(admin, id);
  const etag = first.headers.get('etag') ?? '';
  expect([etag, first.headers.get('vary')]).toEqual([
    (await first.json()).etag,
    expect.stringMatching(/authorization/i),
  ]);
  const own = (await read(resident, id)).headers.get('etag') ?? '';
  expect((await read(admin, id, { 'if-none-match': etag })).status).toBe(304);
  expect((await read(resident, id, { 'if-none-match': own })).status).toBe(304);
  // What the office sees is no answer to its reporter, whoever keeps both.
  expect((await read(resident, id, { 'if-none-match': etag })).status).toBe(200);
  expect((await read(admin, id, { 'if-none-match': own })).status).toBe(200);
  expect((await api.change(admin, id, { status: 'In Progress' }, { 'if-match': etag })).status).toBe(200);
  for (const [who, tag] of [
    [admin, etag],
    [resident, own],
  ] as const) {
    const changed = await read(who, id, { 'if-none-match': tag });
    expect([changed.status, (await changed.json()).status]).toEqual([200, 'In Progress']);
  }
});

test('its phase follows its status', async () => {
  const { admin, resident, id } = await api.office();
  for (const [status, phase] of [
    ['In Progress', 'open'],
    ['Dropped', 'ended'],
    ['Open', 'open'],
    ['Closed', 'ended'],
  ]) {
    expect(await (await api.change(admin, id, { status })).json()).toMatchObject({ status, phase });
    expect(await json(resident, id)).toMatchObject({ status, phase });
  }
  await api.answer(resident, id, { answer: 'not-fixed', reason: 'No.' });
  expect(await json(admin, id)).toMatchObject({ status: 'Open', phase: 'open' });
});

test('the point is exact for its reporter and its tehsil, for others rounded to about ten metres', async () => {
  const { tehsil, admin, resident, id } = await api.office();
  await reports.pool.query('update reports set lat = 34.123456, long = 72.654321, accuracy = 12.5 where id = $1', [id]);
  const whole = { lat: 34.123456, long: 72.654321, accuracy: 12.5 };
  expect(await json(resident, id)).toMatchObject(whole);
  expect(await json(admin, id)).toMatchObject(whole);
  const other = await reports.resident(tehsil);
  const [row] = await (await api.get(other, `/rest/v1/requests?id=eq.${id}`)).json();
  expect(row).toMatchObject({ lat: 34.1235, long: 72.6543, accuracy: null });
});

test('a duplicate names the reference of the other', async () => {
  const { admin, resident, id, reference } = await api.office();
  const second = (await (await api.submit(resident, form())).json()).id;
  await reports.pool.query('update reports set duplicate_of = $2 where id = $1', [second, id]);
  expect(await json(resident, second)).toMatchObject({ duplicate_of: reference });
  expect(await json(admin, second)).toMatchObject({ duplicateOf: reference });
  expect(await json(admin, id)).toMatchObject({ duplicateOf: null });
});

test('the newest proof that no closure has waits for the next closing; after a dispute it must be newer than that', async () => {
  const { admin, resident, id } = await api.office();
  const proof = async () => {
    const { proofRequired, proofWaiting } = await json(admin, id);
    return [proofRequired, proofWaiting];
  };
  const set = async (status: string) => expect((await api.change(admin, id, { status })).status).toBe(200);
  expect(await proof()).toEqual([false, null]);
  const { etag } = await json(admin, id);
  const own = (await read(resident, id)).headers.get('etag') ?? '';
  const [older, newer] = [await api.proved(admin, id), await api.proved(admin, id)];
  expect(await proof()).toEqual([false, newer.image]);
  // It made no new version, and is seen all the same.
  const again = await read(admin, id, { 'if-none-match': etag });
  expect([again.status, (await again.json()).proofWaiting]).toEqual([200, newer.image]);
  const ownAgain = await read(resident, id, { 'if-none-match': own });
  expect([ownAgain.status, (await ownAgain.json()).updated_at]).toEqual([200, newer.at]);
  expect((await api.change(admin, id, { status: 'Closed' }, { 'if-match': etag })).status).toBe(200);
  expect(await proof()).toEqual([false, null]);
  // The closure that had the newer one is over: the older one is left.
  await set('Open');
  expect(await proof()).toEqual([false, older.image]);
  await set('Closed');
  await set('Open');
  const unused = await api.proved(admin, id);
  const spare = await api.proved(admin, id);
  await set('Closed');
  await api.answer(resident, id, { answer: 'not-fixed', reason: 'Still dark.' });
  expect(await json(admin, id)).toMatchObject({ proof: spare.image });
  expect(await proof()).toEqual([true, null]);
  expect((await api.change(admin, id, { status: 'Closed' })).status).toBe(422);
  const { image } = await api.proved(admin, id);
  expect(await proof()).toEqual([true, image]);
  await set('Closed');
  await api.answer(resident, id, { answer: 'fixed' });
  await set('Open');
  expect(await proof()).toEqual([false, unused.image]);
});

test('a list that was read before a proof came is not answered 304', async () => {
  const { admin, id } = await api.office();
  const list = await api.get(admin, '/adminrequests');
  const etag = list.headers.get('etag') ?? '';
  const { image } = await api.proved(admin, id);
  const again = await api.get(admin, '/adminrequests', { 'if-none-match': etag });
  expect([again.status, (await again.json())[0].proofWaiting]).toEqual([200, image]);
});
