/** The contract's table of reports, row by row: what each call answers to whom, and what it says when it refuses. */
import { randomInt } from 'node:crypto';
import { AdminReport, issueNames, RequestRow } from '@tma/contracts';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { makePicture } from '../../infra/seed/picture.ts';
import { call, join, joinAdmin } from '../../testing/calls.ts';
import { newResident } from '../../testing/people.ts';

const portal = inject('portal');
const number = randomInt(10 ** 6);
const [tehsil, elsewhere] = [`Upper Mardan ${number}`, `Lower Mardan ${number}`];

type Who = 'nobody' | 'resident' | 'other' | 'admin' | 'foreign';
const tokens: Partial<Record<Who, string>> = {};
const ids = { resident: '', other: '' };
const picture = new Uint8Array(makePicture(200, 640, 480));
const pdf = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n';

const ask = (who: Who, path: string, init: RequestInit = {}) =>
  fetch(portal.portal + path, {
    redirect: 'manual',
    ...init,
    headers: { ...(tokens[who] && { authorization: `Bearer ${tokens[who]}` }), ...(init.headers as object) },
  });
const put = (who: Who, id: string, body: unknown, headers: Record<string, string> = {}) =>
  ask(who, `/reports/${id}`, {
    method: 'PUT',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });

type Parts = Record<string, string | Blob | undefined>;
function formOf(changes: Parts): FormData {
  const whole: Parts = {
    issue: String(issueNames[0]),
    location: 'Bazaar',
    description: 'Dust everywhere.',
    image: new Blob([picture], { type: 'image/png' }),
    ...changes,
  };
  const form = new FormData();
  for (const [name, value] of Object.entries(whole)) if (value !== undefined) form.append(name, value);
  return form;
}
const submit = (who: Who, changes: Parts = {}, headers: Record<string, string> = {}) =>
  ask(who, '/newrequest', { method: 'POST', body: formOf(changes), headers });

type Row = z.infer<typeof RequestRow>;
/** The resident's reports, oldest first (one with a PDF, one closed, one dropped), and the other's. */
const made: Row[] = [];
const rowOf = (index: number) => made[index] as Row;

beforeAll(async () => {
  for (const newtehsil of [tehsil, elsewhere]) {
    await call(portal, '/api/addTehsil', { json: { newtehsil, Secret_Key: portal.secretKey } });
  }
  const idIn = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub;
  for (const who of ['resident', 'other'] as const) {
    tokens[who] = await join(portal, { ...newResident(tehsil), phone: `0300 ${who.length}` });
    ids[who] = idIn(tokens[who]);
  }
  tokens.admin = await joinAdmin(portal, newResident(tehsil));
  tokens.foreign = await joinAdmin(portal, newResident(elsewhere));
  const document = new Blob([pdf], { type: 'application/pdf' });
  for (const [who, changes] of [
    ['resident', { issue: 'Street Lights Repair', document, schedule: '2026-03-05' }],
    ['resident', {}],
    ['resident', {}],
    ['other', { issue: 'Water Supply Problem' }],
  ] as [Who, Parts][]) {
    const answer = await submit(who, changes);
    expect(answer.status, await answer.clone().text()).toBe(201);
    made.push(RequestRow.strict().parse(await answer.json()));
  }
  await put('admin', rowOf(1).id, { status: 'Closed' });
  await put('admin', rowOf(2).id, { status: 'dropped' });
});

describe('who may', () => {
  const everybody: Who[] = ['nobody', 'resident', 'other', 'admin', 'foreign'];
  it.each<[string, () => string, RequestInit, number[]]>([
    ['read requests', () => '/rest/v1/requests', {}, [401, 200, 200, 403, 403]],
    ['submit', () => '/newrequest', { method: 'POST' }, [401, 415, 415, 403, 403]],
    ['list', () => '/adminrequests', {}, [401, 403, 403, 200, 200]],
    ['count', () => '/adminrequests/counts', {}, [401, 403, 403, 200, 200]],
    ['change', () => `/reports/${rowOf(0).id}`, { method: 'PUT' }, [401, 403, 403, 200, 404]],
    ['read a history', () => `/reports/${rowOf(0).id}/history`, {}, [401, 200, 404, 200, 404]],
    ['learn a number', () => `/request-contact/${ids.resident}`, {}, [401, 403, 403, 200, 404]],
    ['download', () => `/download-pdf/${rowOf(0).id}`, {}, [401, 200, 404, 200, 404]],
    ['download what is not there', () => `/download-pdf/${rowOf(1).id}`, {}, [401, 404, 404, 404, 404]],
    ['see a picture', () => `/${rowOf(0).image}`, {}, [200, 200, 200, 200, 200]],
    ['see the count of resolved', () => `/api/stats?tehsil=${tehsil}`, {}, [200, 200, 200, 200, 200]],
  ])('%s', async (_what, path, init, statuses) => {
    const answers = await Promise.all(everybody.map((who) => ask(who, path(), init)));
    expect(answers.map(({ status }) => status)).toEqual(statuses);
  });
});

describe('what is refused', () => {
  const headers = { accept: 'application/vnd.pgrst.object+json' };
  it.each<[Who, string, number, string, RequestInit?]>([
    ['nobody', '/rest/v1/requests', 401, 'PGRST301'],
    ['resident', '/rest/v1/requests?name=eq.Ali', 400, '42703'],
    ['resident', '/rest/v1/requests?select=document', 400, '42703'],
    ['resident', '/rest/v1/requests?status=like.O*', 400, 'PGRST100'],
    ['resident', '/rest/v1/requests?location=eq.x', 400, 'PGRST100'],
    ['resident', '/rest/v1/requests?or=(status.eq.Open)', 400, 'PGRST100'],
    ['resident', '/rest/v1/requests?order=status.desc', 400, 'PGRST100'],
    ['resident', '/rest/v1/requests?limit=x', 400, 'PGRST100'],
    ['resident', '/rest/v1/requests?offset=10001', 400, 'PGRST100'],
    ['resident', '/rest/v1/requests?limit=2', 406, 'PGRST116', { headers }],
    ['resident', '/rest/v1/reports', 404, 'PGRST205'],
    ['admin', '/adminrequests?filter=nothing', 400, 'invalid_request'],
    ['admin', '/adminrequests?limit=0', 400, 'invalid_request'],
    ['admin', '/adminrequests?limit=x', 400, 'invalid_request'],
    ['admin', '/adminrequests?before=7', 400, 'invalid_request'],
    ['admin', '/adminrequests', 405, 'method_not_allowed', { method: 'DELETE' }],
    ['admin', '/reports/7/history', 404, 'not_found'],
    ['admin', '/request-contact/7', 404, 'not_found'],
    ['admin', '/download-pdf/7', 404, 'not_found'],
    ['nobody', '/uploads/01920000-0000-7000-8000-000000000001.webp', 404, 'not_found'],
    ['nobody', '/api/stats', 400, 'invalid_request'],
  ])('%s: %s gives %i %s', async (who, path, status, code, init) => {
    const answer = await ask(who, path, init);
    expect([answer.status, (await answer.json()).code]).toEqual([status, code]);
  });

  it.each<[unknown, number, string]>([
    [{ status: 'Done' }, 400, 'invalid_request'],
    [{ status: null }, 400, 'invalid_request'],
    [{ schedule: '05-03-2026' }, 400, 'invalid_request'],
    [{ schedule: '2026-02-30' }, 400, 'invalid_request'],
    ['{"status":', 400, 'invalid_request'],
  ])('PUT %j gives %i %s, as a problem that says which field', async (body, status, code) => {
    const answer = await put('admin', rowOf(0).id, body);
    const problem = await answer.json();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      status,
      'application/problem+json; charset=utf-8',
    ]);
    expect(problem).toMatchObject({ status, code, requestId: answer.headers.get('x-request-id') });
    expect(problem.message).toBe(problem.detail);
    if (typeof body !== 'string') expect(problem.errors[0].path).toBe(Object.keys(body as object)[0]);
  });

  const other = '01920000-0000-7000-8000-000000000001';
  it.each<[string, Parts, number, string | RegExp]>([
    [
      'nothing',
      { issue: undefined, location: undefined, description: undefined },
      400,
      /^Missing: issue, location, desc/,
    ],
    ['blanks', { location: ' ', issue: '' }, 400, 'Missing: issue, location'],
    ['no picture', { image: undefined }, 400, 'Please select an image file.'],
    ['no real picture', { image: new Blob(['x']) }, 400, 'Please select a valid image file (JPEG/PNG).'],
    ['half a picture', { image: new Blob([picture.subarray(0, 60)]) }, 400, /^Please select a valid image file \(JPEG/],
    ['no real PDF', { document: new Blob(['x']) }, 400, 'Please select a valid PDF file.'],
    ['a picture too large', { image: new Blob([picture, new Uint8Array(10 * 2 ** 20)]) }, 413, /10 MB/],
    ['an unknown issue', { issue: 'Potholes' }, 400, /^issue: /],
    ['a long location', { location: 'x'.repeat(201) }, 400, /^location: .*200/],
    ['a long description', { description: 'x'.repeat(4001) }, 400, /^description: .*4000/],
    ['a day that is none', { schedule: '2026-02-30' }, 400, /^schedule: /],
    ["another's name", { userId: other }, 403, /./],
  ])('/newrequest with %s', async (_what, changes, status, message) => {
    const answer = await submit('resident', changes);
    const problem = await answer.json();
    expect(answer.status).toBe(status);
    expect(problem.message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
    expect(problem.detail).toBe(problem.message);
  });
});

describe('/newrequest', () => {
  it('takes name, status and tehsil from who submits, and answers the row', () => {
    expect(rowOf(0)).toMatchObject({ user_id: ids.resident, status: 'Open', tehsil, schedule: '2026-03-05' });
    expect(rowOf(0).reference).toMatch(/^TMA-[0-9A-HJKMNP-TV-Z]{8}$/);
    expect(rowOf(0).image).toMatch(/^uploads\/.+\.webp$/);
  });

  it('answers the first report again to the same Idempotency-Key, also in parallel', async () => {
    const headers = { 'idempotency-key': `key ${number}` };
    const answers = await Promise.all([1, 2, 3, 4].map(() => submit('other', {}, headers)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
    const rows: Row[] = await Promise.all(answers.map((answer) => answer.json()));
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1);
    made.push(rows[0] as Row);
  });
});

const rowsFor = async (who: Who, query: string) => {
  const answer = await ask(who, `/rest/v1/requests?tehsil=eq.${tehsil}&${query}`);
  return { answer, rows: z.array(RequestRow.strict()).parse(await answer.json()) };
};

describe('/rest/v1/requests', () => {
  it('shows who reported in their own rows only, newest first', async () => {
    const { rows } = await rowsFor('resident', 'select=*&order=created_at.desc');
    expect(rows.map(({ id }) => id)).toEqual(made.map(({ id }) => id).reverse());
    expect(rows.map(({ user_id }) => user_id)).toEqual([null, null, ids.resident, ids.resident, ids.resident]);
  });

  it.each<[string, () => string, number[]]>([
    ['own', () => `user_id=eq.${ids.resident}`, [2, 1, 0]],
    ["another's", () => `user_id=eq.${ids.other}`, []],
    ['of a status', () => 'status=eq.Dropped', [2]],
    ['of an issue', () => 'issue=eq.Water%20Supply%20Problem', [3]],
    ['after one', () => `id=lt.${rowOf(3).id}&limit=2`, [2, 1]],
    ['oldest first', () => 'order=created_at.asc,id.asc&limit=2', [0, 1]],
    ['a range', () => 'offset=1&limit=2', [3, 2]],
  ])('those %s', async (_what, query, places) => {
    const { rows } = await rowsFor('resident', query());
    expect(rows.map(({ id }) => made.findIndex((row) => row.id === id))).toEqual(places);
  });

  it('counts, describes itself to HEAD, and is not sent again while it is the same', async () => {
    const path = `/rest/v1/requests?tehsil=eq.${tehsil}&limit=2`;
    const head = await ask('resident', path, { method: 'HEAD', headers: { prefer: 'count=exact' } });
    expect([head.headers.get('content-range'), await head.text()]).toEqual(['0-1/5', '']);
    const etag = (await ask('resident', path)).headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"/);
    expect((await ask('resident', path, { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await ask('other', path, { headers: { 'if-none-match': etag } })).status).toBe(200);
  });
});

describe('/adminrequests', () => {
  const list = async (query: string) => {
    const answer = await ask('admin', `/adminrequests?${query}`);
    return { answer, rows: z.array(AdminReport.strict()).parse(await answer.json()) };
  };

  it.each([
    ['all', [4, 3, 2, 1, 0]],
    ['COMPLETED', [1]],
    ['pending', [4, 3, 0]],
    ['dropped', [2]],
    ['scheduled', [0]],
    ['not-scheduled', [4, 3]],
    ['today', []],
  ])('filter %s, and its count', async (filter, places) => {
    const { rows } = await list(`filter=${filter}`);
    expect(rows.map(({ id }) => made.findIndex((row) => row.id === id))).toEqual(places);
    const counts = await (await ask('admin', '/adminrequests/counts')).json();
    expect(counts[filter.toLowerCase()]).toBe(places.length);
  });

  it('tells the administration who reported and where the papers are', async () => {
    const { rows } = await list('filter=scheduled');
    const { id } = rowOf(0);
    expect(rows[0]).toMatchObject({ id, name: 'Sana Khan', userId: ids.resident, document: `download-pdf/${id}` });
  });

  it('is read page by page along its links; a large limit is capped, not refused', async () => {
    const seen: string[] = [];
    let next: string | undefined = `${portal.portal}/adminrequests?limit=2`;
    while (next) {
      const answer = await ask('admin', next.slice(portal.portal.length));
      seen.push(...((await answer.json()) as Row[]).map(({ id }) => id));
      next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
    }
    expect(seen).toEqual(made.map(({ id }) => id).reverse());
    expect((await list('limit=99999')).rows).toHaveLength(5);
  });

  it('shows nothing of it to the administration of another tehsil', async () => {
    expect(await (await ask('foreign', '/adminrequests')).json()).toEqual([]);
    expect(await (await ask('foreign', '/adminrequests/counts')).json()).toMatchObject({ all: 0, completed: 0 });
  });
});

describe('PUT /reports/{id}', () => {
  const changed = async (wish: unknown, headers = {}) => put('admin', rowOf(3).id, wish, headers);

  it('answers the row as listed, with a strong ETag; nothing changed is no change', async () => {
    const answer = await changed({ status: 'IN PROGRESS', schedule: '2026-03-05', tehsil: elsewhere });
    const row = AdminReport.strict().parse(await answer.json());
    expect(row).toMatchObject({ status: 'In Progress', schedule: '2026-03-05', tehsil });
    expect(answer.headers.get('etag')).toBe(row.etag);
    const same = await changed({ status: 'In Progress' });
    expect([same.status, (await same.json()).etag]).toEqual([200, row.etag]);
    for (const schedule of ['', null])
      expect(await (await changed({ schedule })).json()).toMatchObject({ schedule: null });
  });

  it('refuses a lost update, and only with If-Match', async () => {
    const etag = (await changed({})).headers.get('etag') ?? '';
    expect((await changed({ status: 'Open' }, { 'if-match': etag })).status).toBe(200);
    const lost = await changed({ status: 'Closed' }, { 'if-match': etag });
    expect([lost.status, (await lost.json()).code]).toEqual([412, 'changed_meanwhile']);
    expect((await changed({ status: 'Open' })).status).toBe(200);
  });

  it('is told in the history, oldest first, and in the count of resolved', async () => {
    const history = await (await ask('resident', `/reports/${rowOf(1).id}/history`)).json();
    expect(history).toMatchObject([
      { kind: 'created', status: 'Open', schedule: null, by: 'resident' },
      { kind: 'changed', status: 'Closed', schedule: null, by: 'administration' },
    ]);
    const figures = { resolved: 1, confirmed: 0, disputed: 0, unanswered: 0, withoutProof: 1 };
    expect(await (await ask('nobody', `/api/stats?tehsil=${tehsil}`)).json()).toEqual(figures);
  });
});

describe('files', () => {
  it('the PDF is an attachment, in parts when asked, and shut in', async () => {
    const path = `/download-pdf/${rowOf(0).id}`;
    const whole = await ask('admin', path);
    expect(await whole.text()).toBe(pdf);
    expect(whole.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(whole.headers.get('content-security-policy')).toMatch(/sandbox/);
    expect(whole.headers.get('x-content-type-options')).toBe('nosniff');
    const part = await ask('resident', path, { headers: { range: 'bytes=0-4' } });
    expect([part.status, await part.text()]).toEqual([206, '%PDF-']);
    const head = await ask('resident', path, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(pdf.length)]);
    expect((await ask('admin', path, { headers: { range: 'bytes=99999-' } })).status).toBe(416);
  });

  it.each(['', '?w=480', '?w=240'])('the picture is webp and stays as it is%s', async (query) => {
    const answer = await ask('nobody', `/${rowOf(0).image}${query}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(answer.headers.get('cache-control')).toMatch(/public.*immutable/);
    expect((await ask('nobody', `/${rowOf(0).image}${query}`, { method: 'HEAD' })).status).toBe(200);
  });

  it('the number of who reported is known to the administration', async () => {
    expect(await (await ask('admin', `/request-contact/${ids.resident}`)).json()).toEqual({ contactNumber: '0300 8' });
  });
});
