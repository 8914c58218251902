import { AdminReport, issueNames, RequestRow } from '@tma/contracts';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { calls, form, startReports, type TestCaller } from '../testing/index.ts';

const reports = await startReports();
const api = calls(reports);
const [ali, sara, admin] = [
  await reports.resident('Sahiwal'),
  await reports.resident('Sahiwal'),
  await reports.admin('Sahiwal'),
];
afterAll(() => reports.stop());

/** Ids, oldest first: three of Ali's, then two of Sara's. */
const ids: string[] = [];
for (const who of [ali, ali, ali, sara, sara]) {
  ids.push((await (await api.submit(who, form({ issue: issueNames[ids.length] }))).json()).id);
}
await api.change(admin, String(ids[0]), { status: 'Dropped' });

const newestFirst = () => [...ids].reverse();
const listed = async (who: TestCaller, query: string, headers = {}) => {
  const response = await api.get(who, `/rest/v1/requests?${query}`, headers);
  expect(response.ok, await response.clone().text()).toBe(true);
  return (await response.json()) as z.infer<typeof RequestRow>[];
};

describe('what a resident reads', () => {
  test('every report, newest first, with `user_id` in their own only', async () => {
    const rows = z.array(RequestRow.strict()).parse(await listed(ali, 'select=*&order=created_at.desc'));
    expect(rows.map(({ id }) => id)).toEqual(newestFirst());
    expect(rows.map(({ user_id }) => user_id)).toEqual([null, null, ali.id, ali.id, ali.id]);
  });

  test.each<[string, () => string, () => string[]]>([
    ['their own', () => `user_id=eq.${ali.id}`, () => ids.slice(0, 3).reverse()],
    ["another's by their id: none", () => `user_id=eq.${sara.id}`, () => []],
    ['a status', () => 'status=eq.Dropped', () => [String(ids[0])]],
    ['a tehsil', () => 'tehsil=eq.Okara', () => []],
    ['an issue', () => `issue=eq.${encodeURIComponent(String(issueNames[3]))}`, () => [String(ids[3])]],
    ['one', () => `id=eq.${ids[2]}`, () => [String(ids[2])]],
    ['two statuses at once: none', () => 'status=eq.Open&status=eq.Dropped', () => []],
    ['before two', () => `id=lt.${ids[3]}&id=lt.${ids[2]}`, () => [String(ids[1]), String(ids[0])]],
    ['the page after one', () => `id=lt.${ids[3]}&limit=2`, () => [String(ids[2]), String(ids[1])]],
    ['oldest first', () => 'order=created_at.asc&limit=2', () => ids.slice(0, 2)],
    ['a range', () => 'offset=1&limit=2', () => newestFirst().slice(1, 3)],
    ['two filters', () => `user_id=eq.${ali.id}&status=eq.Open`, () => [String(ids[2]), String(ids[1])]],
  ])('%s', async (_what, query, expected) => {
    expect((await listed(ali, query())).map(({ id }) => id)).toEqual(expected());
  });

  test('only the columns asked for', async () => {
    expect(await listed(sara, `select=id,user_id&id=eq.${ids[0]}`)).toEqual([{ id: ids[0], user_id: null }]);
  });

  test.each<[string, () => string, string]>([
    ['all', () => 'limit=2', '0-1/5'],
    ['by status', () => 'status=eq.Open&limit=1', '0-0/4'],
    ['by tehsil', () => 'tehsil=eq.Okara', '*/0'],
    ['own', () => `user_id=eq.${ali.id}`, '0-2/3'],
    ["another's", () => `user_id=eq.${sara.id}`, '*/0'],
  ])('count of %s', async (_what, query, range) => {
    const response = await api.call(ali, `/rest/v1/requests?${query()}`, {
      method: 'HEAD',
      headers: { prefer: 'count=exact' },
    });
    expect(response.headers.get('content-range')).toBe(range);
  });

  test.each([
    ['name=eq.Ali', 400, '42703'],
    ['select=document', 400, '42703'],
    ['user_id=eq.7', 400, '22P02'],
    ['location=eq.x', 400, 'PGRST100'],
  ])('%s is refused', async (query, status, code) => {
    const response = await api.get(ali, `/rest/v1/requests?${query}`);
    expect([response.status, (await response.json()).code]).toEqual([status, code]);
  });

  test('401 without a token, 403 for an administrator', async () => {
    const nobody = await api.get(null, '/rest/v1/requests');
    expect([nobody.status, (await nobody.json()).code]).toEqual([401, 'PGRST301']);
    expect((await api.get(admin, '/rest/v1/requests')).status).toBe(403);
  });

  test('an unchanged list is answered 304', async () => {
    const etag = (await api.get(ali, '/rest/v1/requests')).headers.get('etag') ?? '';
    expect((await api.get(ali, '/rest/v1/requests', { 'if-none-match': etag })).status).toBe(304);
    expect((await api.get(sara, '/rest/v1/requests', { 'if-none-match': etag })).status).toBe(200);
  });
});

describe('what an administrator reads', () => {
  test('the tehsil’s reports, page by page, until no page follows', async () => {
    const seen: string[] = [];
    let path: string | null = '/adminrequests?limit=2';
    for (let pages = 0; path !== null && pages < 9; pages += 1) {
      const response = await api.get(admin, path);
      for (const { id } of z.array(AdminReport.strict()).parse(await response.json())) seen.push(id);
      const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
      path = next ? next.slice('http://portal.test'.length) : null;
    }
    expect(seen).toEqual(newestFirst());
  });

  test.each(['filter=nothing', 'limit=0', 'limit=x', 'before=7'])('%s is refused', async (query) => {
    expect((await api.get(admin, `/adminrequests?${query}`)).status).toBe(400);
  });

  test('the filter may be written in any letter case, a large limit is capped', async () => {
    const response = await api.get(admin, '/adminrequests?filter=DROPPED&limit=99999');
    expect((await response.json()).map(({ id }: { id: string }) => id)).toEqual([ids[0]]);
  });

  test('nothing of another tehsil', async () => {
    const other = await reports.admin('Okara');
    expect(await (await api.get(other, '/adminrequests')).json()).toEqual([]);
    expect(await (await api.get(other, '/adminrequests/counts')).json()).toMatchObject({ all: 0 });
    for (const path of [`/reports/${ids[0]}/history`, `/request-contact/${ali.id}`]) {
      expect((await api.get(other, path)).status).toBe(404);
    }
    expect((await api.change(other, String(ids[0]), { status: 'Open' })).status).toBe(404);
  });

  test('contact numbers of those who report here', async () => {
    expect(await (await api.get(admin, `/request-contact/${ali.id}`)).json()).toEqual({
      contactNumber: '0300 1234567',
    });
    const [stranger, elsewhere] = [await reports.resident('Sahiwal'), await reports.resident('Okara')];
    expect((await api.submit(elsewhere, form())).status).toBe(201);
    for (const id of [stranger.id, elsewhere.id, 'nobody'])
      expect((await api.get(admin, `/request-contact/${id}`)).status).toBe(404);
    expect((await api.get(ali, `/request-contact/${ali.id}`)).status).toBe(403);
  });

  test('the number of a reporter who gave none is empty, not 404', async () => {
    const [office, silent] = [await reports.admin('Kasur'), await reports.resident('Kasur', { contact_number: '' })];
    expect((await api.submit(silent, form())).status).toBe(201);
    const answer = await api.get(office, `/request-contact/${silent.id}`);
    expect([answer.status, await answer.json()]).toEqual([200, { contactNumber: '' }]);
  });

  test('history is for the reporter and the tehsil', async () => {
    const statuses = async (who: TestCaller) =>
      (await (await api.get(who, `/reports/${ids[0]}/history`)).json()).map(
        ({ status, by }: Record<string, string>) => [status, by],
      );
    const changes = [
      ['Open', 'resident'],
      ['Dropped', 'administration'],
    ];
    expect(await statuses(ali)).toEqual(changes);
    expect(await statuses(admin)).toEqual(changes);
    expect((await api.get(sara, `/reports/${ids[0]}/history`)).status).toBe(404);
  });
});
