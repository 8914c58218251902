import { events } from '@tma/contracts';
import { afterAll, describe, expect, test } from 'vitest';
import { calls, form, startReports, type TestCaller } from '../testing/index.ts';

const reports = await startReports();
const api = calls(reports);
const admin = await reports.admin('Sahiwal');
afterAll(() => reports.stop());

const submitted = async (who: TestCaller, changes = {}) =>
  (await (await api.submit(who, form(changes))).json()).id as string;
const changesOf = async (id: string) => (await reports.eventsOf(id, 'StatusChanged')).map(({ data }) => data);
const counts = async (who = admin) => (await api.get(who, '/adminrequests/counts')).json();
const resolved = async (tehsil: string) => (await (await api.get(null, `/api/stats?tehsil=${tehsil}`)).json()).resolved;

test('status and schedule change, with an event for the reporter and an entry in the history', async () => {
  const ali = await reports.resident('Sahiwal');
  const id = await submitted(ali);
  const response = await api.change(admin, id, { status: 'closed', schedule: '2026-03-05', tehsil: 'Okara' });
  expect(response.status).toBe(200);
  const seen = await response.json();
  expect(seen).toMatchObject({ id, status: 'Closed', schedule: '2026-03-05', tehsil: 'Sahiwal' });
  expect(response.headers.get('etag')).toBe(seen.etag);
  const [change] = await changesOf(id);
  expect(events.StatusChanged.data.parse(change)).toMatchObject({
    from: { status: 'Open', schedule: null },
    to: { status: 'Closed', schedule: '2026-03-05' },
    reporter: { id: ali.id, name: 'Ayesha Khan' },
    changedBy: admin.id,
  });
  const history = await (await api.get(ali, `/reports/${id}/history`)).json();
  expect(history.at(-1)).toMatchObject({ status: 'Closed', schedule: '2026-03-05', by: 'administration' });
});

test('a change that changes nothing gets the same answer, and adds no event and no history', async () => {
  const id = await submitted(await reports.resident('Sahiwal'));
  const first = await api.change(admin, id, { status: 'Open', schedule: '' });
  expect([first.status, first.headers.get('etag')]).toEqual([200, '"1"']);
  expect(await changesOf(id)).toEqual([]);
  expect(await (await api.get(admin, `/reports/${id}/history`)).json()).toHaveLength(1);
});

test('changes of one administrator are limited per day, those of others are not affected', async () => {
  const small = await startReports({ RATE_LIMIT_CHANGES: 2 });
  try {
    const { change, submit } = calls(small);
    const [busy, other] = [await small.admin('Sahiwal'), await small.admin('Sahiwal')];
    const { id } = await (await submit(await small.resident('Sahiwal'), form({}))).json();
    for (const status of ['In Progress', 'Open']) expect((await change(busy, id, { status })).status).toBe(200);
    const refused = await change(busy, id, { status: 'Closed' });
    expect([refused.status, (await refused.json()).code]).toEqual([429, 'over_request_rate_limit']);
    expect((await change(other, id, { status: 'Closed' })).status).toBe(200);
  } finally {
    await small.stop();
  }
});

test.each([null, ''])('a schedule of %j removes it', async (schedule) => {
  const id = await submitted(await reports.resident('Sahiwal'), { schedule: '2026-03-05' });
  expect(await (await api.change(admin, id, { schedule })).json()).toMatchObject({ schedule: null, status: 'Open' });
});

test.each([
  [{ status: 'Done' }, 400],
  [{ status: null }, 400],
  [{ status: 5 }, 400],
  [{ schedule: '05-03-2026' }, 400],
  [{ schedule: '2026-02-30' }, 400],
  [null, 400],
  [{}, 200],
])('%j gives %i', async (wish, status) => {
  const id = await submitted(await reports.resident('Sahiwal'));
  expect((await api.change(admin, id, wish)).status).toBe(status);
});

test('callers without permission and unknown reports are refused', async () => {
  const ali = await reports.resident('Sahiwal');
  const id = await submitted(ali);
  expect((await api.change(null, id, { status: 'Closed' })).status).toBe(401);
  expect((await api.change(ali, id, { status: 'Closed' })).status).toBe(403);
  for (const other of ['7', ali.id]) expect((await api.change(admin, other, { status: 'Closed' })).status).toBe(404);
});

test('If-Match refuses a change of an older version; one of two changes at once succeeds', async () => {
  const id = await submitted(await reports.resident('Sahiwal'));
  const match = { 'if-match': '"1"' };
  const answers = await Promise.all(['Closed', 'Dropped'].map((status) => api.change(admin, id, { status }, match)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
  expect((await api.change(admin, id, { status: 'Open' }, { 'if-match': 'W/"2"' })).status).toBe(412);
  expect((await api.change(admin, id, { status: 'Open' }, { 'if-match': '"1", "2"' })).status).toBe(200);
});

test('resolved counts a report once, and keeps it when it is opened again', async () => {
  const kasur = await reports.admin('Kasur');
  const ali = await reports.resident('Kasur');
  const id = await submitted(ali);
  expect(await resolved('Kasur')).toBe(0);
  for (const status of ['Closed', 'Open', 'Closed', 'Dropped']) await api.change(kasur, id, { status });
  await api.change(kasur, await submitted(ali), { status: 'Closed' });
  expect(await resolved('Kasur')).toBe(2);
  expect((await api.get(null, '/api/stats')).status).toBe(400);
  expect((await api.get(null, '/api/stats?tehsil=a%00b')).status).toBe(400);
});

test('today is the day in Karachi', async () => {
  const okara = await reports.admin('Okara');
  const ali = await reports.resident('Okara');
  const today = new Date(Date.now() + 5 * 3_600_000).toISOString().slice(0, 10);
  const id = await submitted(ali, { schedule: today });
  await submitted(ali, { schedule: '2020-01-01' });
  expect(await counts(okara)).toMatchObject({ all: 2, scheduled: 2, today: 1 });
  const listed = await (await api.get(okara, '/adminrequests?filter=today')).json();
  expect(listed.map((report: { id: string }) => report.id)).toEqual([id]);
  await api.change(okara, id, { status: 'Closed' });
  expect(await counts(okara)).toMatchObject({ scheduled: 1, today: 0, completed: 1 });
});

describe('events of auth', () => {
  const profile = (id: string, changes = {}) => ({
    id,
    contact_number: '111',
    tehsil: 'Sahiwal',
    language: 'en',
    version: 1,
    ...changes,
  });
  const contact = async (id: string) => (await api.get(admin, `/request-contact/${id}`)).json();

  test('the newer of two profiles is the one with the higher version', async () => {
    const ali = await reports.resident('Sahiwal');
    await submitted(ali);
    const save = (contact_number: string, version: number) =>
      reports.handle('ProfileSaved', profile(ali.id, { contact_number, version }));
    await save('first', 7);
    await save('second', 8);
    expect(await contact(ali.id)).toEqual({ contactNumber: 'second' });
    // A dead letter that is sent back.
    await save('first again', 7);
    expect(await contact(ali.id)).toEqual({ contactNumber: 'second' });
  });

  test('after a change of tehsil a resident can report to the new one with an older token', async () => {
    const ali = await reports.resident('Okara');
    await reports.handle('ProfileSaved', profile(ali.id));
    expect(await (await api.submit(ali, form({ tehsil: 'Sahiwal' }))).json()).toMatchObject({ tehsil: 'Sahiwal' });
  });

  test('erasing a person removes them from their reports, which stay', async () => {
    const ali = await reports.resident('Sahiwal');
    const id = await submitted(ali, { document: new Blob(['%PDF-1.7 %%EOF']) });
    const { all } = await counts();
    await reports.handle('AccountDeleted', { id: ali.id });
    await reports.handle('ProfileSaved', profile(ali.id));
    const [seen] = await (await api.get(admin, '/adminrequests?limit=1')).json();
    expect(seen).toMatchObject({ id, name: 'Deleted user', userId: null, document: null });
    expect(await counts()).toMatchObject({ all });
    expect((await api.get(admin, `/request-contact/${ali.id}`)).status).toBe(404);
    await api.change(admin, id, { status: 'Closed' });
    expect((await changesOf(id))[0]).toMatchObject({ reporter: null });
    const kept = JSON.stringify((await reports.pool.query('select * from reports where id = $1', [id])).rows);
    expect(kept).not.toMatch(new RegExp(`${ali.id}|Ayesha|@example`));
    expect((await api.submit(ali)).status).toBe(401);
  });
});
