import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError, readError } from './api-error.ts';
import { call, fillPath } from './call.ts';

describe('fillPath', () => {
  it.each([
    ['/api/config', {}, {}, '/api/config'],
    ['/reports/{id}', { id: '42' }, {}, '/reports/42'],
    ['/reports/{id}/history', { id: 'a/b?c' }, {}, '/reports/a%2Fb%3Fc/history'],
    ['/adminrequests', {}, { filter: 'today', limit: 50, before: undefined }, '/adminrequests?filter=today&limit=50'],
    ['/api/stats', {}, { tehsil: 'Kot Addu & Co' }, '/api/stats?tehsil=Kot+Addu+%26+Co'],
  ])('%s', (path, params, query, filled) => {
    expect(fillPath(path, params, query)).toBe(filled);
  });

  it('keeps the query in a browser whose URLSearchParams has no size', () => {
    const size = vi.spyOn(URLSearchParams.prototype, 'size', 'get').mockReturnValue(undefined as never);
    expect(fillPath('/api/stats', {}, { tehsil: 'Mardan' })).toBe('/api/stats?tehsil=Mardan');
    size.mockRestore();
  });

  it('refuses a missing parameter instead of asking for a wrong address', () => {
    expect(() => fillPath('/reports/{id}', {})).toThrow('/reports/{id} needs id');
  });
});

describe('readError', () => {
  it.each([
    [
      400,
      { code: 'invalid_request', message: 'Missing: issue', detail: 'Missing: issue' },
      'invalid_request',
      'Missing: issue',
    ],
    [406, { code: 'PGRST116', message: 'no rows', details: null, hint: null }, 'PGRST116', 'no rows'],
    [
      400,
      { code: 400, error_code: 'invalid_credentials', msg: 'Invalid login' },
      'invalid_credentials',
      'Invalid login',
    ],
    [422, { code: 'weak_password', message: 'Too weak' }, 'weak_password', 'Too weak'],
    [502, undefined, '', ''],
    [502, 'Bad gateway', '', ''],
  ])('%i %j', (status, body, code, message) => {
    expect(readError(status, body)).toMatchObject({ status, code, message });
  });

  it('keeps what is wrong with which field', () => {
    const body = { code: 'invalid_request', message: 'x', errors: [{ path: 'image', message: 'is missing' }, null] };
    expect(readError(400, body).errors).toEqual([{ path: 'image', message: 'is missing' }]);
  });
});

describe('call', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('sends JSON with the token to the filled path and returns the JSON', async () => {
    const fetched = vi.fn(async () => Response.json({ id: '7', status: 'Closed' }));
    vi.stubGlobal('fetch', fetched);
    const answer = await call('PUT /reports/{id}', {
      params: { id: '7' },
      body: { status: 'Closed', schedule: null },
      token: 'a.b.c',
      headers: { 'if-match': '"1"' },
    });
    expect(answer).toEqual({ id: '7', status: 'Closed' });
    const [url, init] = fetched.mock.calls[0] as unknown as [string, RequestInit];
    expect([url, init.method, init.body]).toEqual(['/reports/7', 'PUT', '{"status":"Closed","schedule":null}']);
    expect(Object.fromEntries(init.headers as Headers)).toEqual({
      authorization: 'Bearer a.b.c',
      'content-type': 'application/json',
      'if-match': '"1"',
    });
  });

  it('lets the browser write the content type of a form', async () => {
    const fetched = vi.fn(async () => new Response(null, { status: 201 }));
    vi.stubGlobal('fetch', fetched);
    await expect(call('POST /newrequest', { body: new FormData() })).resolves.toBeUndefined();
    const [, init] = fetched.mock.calls[0] as unknown as [string, RequestInit];
    expect((init.headers as Headers).has('content-type')).toBe(false);
  });

  it.each(['{"id": "7", "stat', ''])('throws status 0 when an answer breaks off at %j', async (begun) => {
    const body = new ReadableStream({
      pull(controller) {
        if (begun) controller.enqueue(new TextEncoder().encode(begun));
        if (begun) controller.close();
        else controller.error(new TypeError('network error'));
      },
    });
    vi.stubGlobal('fetch', async () => new Response(body));
    await expect(call('GET /api/config')).rejects.toEqual(new ApiError(0, 'unreachable', ''));
  });

  it('throws status 0 when no answer came, and the cause of an abort', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(call('GET /api/config')).rejects.toEqual(new ApiError(0, 'unreachable', ''));
    const signal = AbortSignal.abort();
    await expect(call('GET /api/config', { signal })).rejects.toThrow('Failed to fetch');
  });
});
