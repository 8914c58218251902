/** The contract's table of reports, row by row: what each call answers to whom. */
import { AdminReport, RequestRow } from '@tma/contracts';
import { describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { pdf, type Row, startContract, type Who } from '../../testing/contract-reports.ts';

const portal = inject('portal');
const { number, tehsil, elsewhere, ids, ask, put, submit, made, rowOf } = await startContract(portal);

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
