import { afterAll, describe, expect, test } from 'vitest';
import { calls, form, startReports, type TestCaller } from '../../testing/index.ts';

const reports = await startReports();
const api = calls(reports);
const [ali, sara] = [await reports.resident('Sahiwal'), await reports.resident('Sahiwal')];
const admin = await reports.admin('Sahiwal');
afterAll(() => reports.stop());

const submitted = async (who: TestCaller) => (await (await api.submit(who, form())).json()).id as string;
const change = async (id: string, wish: object) => expect((await api.change(admin, id, wish)).status).toBe(200);
const erase = (id: string) => reports.handle('AccountDeleted', { id });

const lists: [string, () => TestCaller, () => string][] = [
  ['all reports', () => sara, () => '/rest/v1/requests?order=created_at.desc&limit=5'],
  ['some columns', () => sara, () => '/rest/v1/requests?select=id,status,user_id,updated_at'],
  ['own reports', () => ali, () => `/rest/v1/requests?user_id=eq.${ali.id}`],
  ['the reports of a tehsil', () => admin, () => '/adminrequests?limit=5'],
  ['a filter of them', () => admin, () => '/adminrequests?filter=pending'],
];

describe.each(lists)('%s', (_what, who, path) => {
  const read = async () => {
    const answer = await api.get(who(), path());
    return { body: await answer.text(), etag: answer.headers.get('etag') ?? '' };
  };
  const again = (etag: string) => api.get(who(), path(), { 'if-none-match': etag });

  test('are answered 304 while nothing changes, also to many callers at once', async () => {
    await submitted(ali);
    const { etag } = await read();
    const answers = await Promise.all(Array.from({ length: 8 }, () => again(etag)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(304));
    expect(answers.map(({ headers }) => headers.get('etag'))).toEqual(Array(8).fill(etag));
    expect(await answers[0]?.text()).toBe('');
  });

  test.each<[string, () => Promise<unknown>]>([
    ['a new report', async () => submitted(ali)],
    ['a changed schedule', async () => change(await submitted(ali), { schedule: '2026-03-05' })],
  ])('are sent again right after %s', async (_change, work) => {
    const { etag } = await read();
    await work();
    const answer = await again(etag);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('etag')).not.toBe(etag);
  });

  test('are sent again as soon as a change was answered, however many callers ask at the time', async () => {
    const id = await submitted(ali);
    const known = { etag: (await read()).etag };
    for (const status of ['In Progress', 'Open', 'Closed']) {
      const asking = Array.from({ length: 5 }, () => again(known.etag));
      await change(id, { status });
      const after = await again(known.etag);
      expect(after.status).toBe(200);
      await Promise.all(asking);
      known.etag = after.headers.get('etag') ?? '';
    }
  });
});

test('one caller’s ETag does not match what another caller sees', async () => {
  await submitted(sara);
  const path = '/rest/v1/requests?limit=3';
  const etag = (await api.get(sara, path)).headers.get('etag') ?? '';
  const [others, own] = await Promise.all([ali, sara].map((who) => api.get(who, path, { 'if-none-match': etag })));
  expect([others?.status, own?.status]).toEqual([200, 304]);
});

test('a list is sent again after someone in it was erased', async () => {
  const gone = await reports.resident('Sahiwal');
  await submitted(gone);
  const etag = (await api.get(admin, '/adminrequests')).headers.get('etag') ?? '';
  await erase(gone.id);
  const answer = await api.get(admin, '/adminrequests', { 'if-none-match': etag });
  expect((await answer.json())[0]).toMatchObject({ name: 'Deleted user', userId: null });
});

test('a 304 still links the next page', async () => {
  const path = '/adminrequests?limit=1';
  const first = await api.get(admin, path);
  const again = await api.get(admin, path, { 'if-none-match': first.headers.get('etag') ?? '' });
  expect([again.status, again.headers.get('link')]).toEqual([304, first.headers.get('link')]);
});

test('a 304 of a counted page still has the count', async () => {
  const path = '/rest/v1/requests?limit=1';
  const first = await api.get(sara, path, { prefer: 'count=exact' });
  const etag = first.headers.get('etag') ?? '';
  const again = await api.get(sara, path, { prefer: 'count=exact', 'if-none-match': etag });
  expect([again.status, again.headers.get('content-range')]).toEqual([304, first.headers.get('content-range')]);
  expect((await api.get(sara, path, { 'if-none-match': etag })).status).toBe(200);
});

test('a token of a session whose end was published is refused within about a second', async () => {
  const gone = await reports.resident('Sahiwal');
  expect((await api.get(gone, '/rest/v1/requests?limit=1')).status).toBe(200);
  const session = JSON.parse(Buffer.from(gone.token.split('.')[1] ?? '', 'base64url').toString()).session_id as string;
  const data = { sessions: [session], until: new Date(Date.now() + 60_000).toISOString() };
  await reports.handle('SessionsEnded', data);
  await expect
    .poll(async () => (await api.get(gone, '/rest/v1/requests?limit=1')).status, { timeout: 10_000 })
    .toBe(401);
});

test('a single object that does not exist is refused, whatever `If-None-Match` contains', async () => {
  const headers = { accept: 'application/vnd.pgrst.object+json', 'if-none-match': '*' };
  const answer = await api.get(sara, `/rest/v1/requests?id=eq.${sara.id}`, headers);
  expect([answer.status, (await answer.json()).code]).toEqual([406, 'PGRST116']);
});
