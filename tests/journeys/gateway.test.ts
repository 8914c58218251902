import { request } from 'node:http';
import { operationList, pages } from '@tma/contracts';
import { expect, inject, it } from 'vitest';

const { portal } = inject('portal');
const ask = (path: string, init: RequestInit = {}) => fetch(portal + path, { redirect: 'manual', ...init });
const asBrowser = { headers: { accept: 'text/html,application/xhtml+xml' } };

it('every part is up, and the version is told', async () => {
  const answer = await ask('/health');
  expect([answer.status, await answer.json()]).toEqual([
    200,
    {
      status: 'ok',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      parts: Object.fromEntries(
        ['auth', 'reports', 'files', 'notify', 'open311', 'shell', 'resident', 'admin'].map((name) => [name, 'ok']),
      ),
    },
  ]);
});

it.each(pages.map(({ path }) => path))('%s is a page, also for HEAD', async (path) => {
  const page = await ask(path, asBrowser);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe/);
  const head = await ask(path, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

it('an unknown path is a page for a browser and a problem for others, both 404', async () => {
  const page = await ask('/no/such/page', asBrowser);
  expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  const problem = await ask('/no/such/path');
  expect([problem.status, problem.headers.get('content-type')]).toEqual([
    404,
    'application/problem+json; charset=utf-8',
  ]);
  expect(await problem.json()).toMatchObject({
    status: 404,
    code: 'not_found',
    requestId: problem.headers.get('x-request-id'),
  });
});

it('a page with a slash too many is the page without', async () => {
  const answer = await ask('/about/?from=mail', asBrowser);
  expect([answer.status, answer.headers.get('location')]).toEqual([308, '/about?from=mail']);
  expect((await ask('/index.html', asBrowser)).status).toBe(404);
});

it('what one service calls of another cannot be reached', async () => {
  for (const { path, method, internal } of operationList) {
    if (internal) expect((await ask(path, { method })).status, path).toBe(404);
  }
  for (const path of ['/internal/status', '/metrics']) expect((await ask(path)).status, path).toBe(404);
});

it.each([
  ['/newrequest', 'PUT', 'GET, HEAD, POST'],
  ['/adminrequests', 'POST', 'GET, HEAD'],
  ['/about', 'POST', 'GET, HEAD'],
  ['/closure', 'POST', 'GET, HEAD'],
  ['/closures/view', 'GET', 'POST'],
  ['/closures/answer', 'GET', 'POST'],
  ['/api/config', 'DELETE', 'GET, HEAD'],
  ['/docs', 'POST', 'GET, HEAD'],
])('%s does not know %s', async (path, method, allow) => {
  const answer = await ask(path, { method });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow]);
});

it('an unknown table is refused in the words of PostgREST', async () => {
  const answer = await ask('/rest/v1/passwords?select=*');
  expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'PGRST205' }]);
});

it('keeps a request id, and answers carry what a browser needs to be careful', async () => {
  const answer = await ask('/api/gettehsils', { headers: { 'x-request-id': 'abc.1-2_3' } });
  expect(answer.headers.get('x-request-id')).toBe('abc.1-2_3');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
});

it('other origins are not let in', async () => {
  const foreign = await ask('/api/gettehsils', { headers: { origin: 'https://elsewhere.example' } });
  expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
  const own = await ask('/api/gettehsils', { headers: { origin: portal } });
  expect(own.headers.get('access-control-allow-origin')).toBe(portal);
});

it('a large upload without a token is told so, not cut off', async () => {
  const form = () => {
    const data = new FormData();
    data.set('image', new Blob([new Uint8Array(9 * 1024 * 1024)]), 'a.jpg');
    return data;
  };
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => ask('/newrequest', { method: 'POST', body: form() })),
  );
  for (const answer of answers)
    expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'unauthorized' }]);
});

it.each([
  ['/api/addTehsil', 1.2],
  ['/auth/v1/signup', 8],
  ['/adminsignout', 2],
])('a JSON body to %s of %d MB is refused with its answer, not cut off', async (path, megabytes) => {
  const body = JSON.stringify({ text: 'x'.repeat(megabytes * 1024 * 1024) });
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask(path, init)));
  const expected = path === '/adminsignout' ? 401 : 413;
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(expected));
});

it('what cannot be read is refused in the form of the contract', async () => {
  const undecodable = await ask('/%E0%A4%A');
  expect([undecodable.status, undecodable.headers.get('x-content-type-options')]).toEqual([400, 'nosniff']);
  const large = await ask('/', { headers: { 'x-large': 'x'.repeat(20_000) } });
  expect([large.status, await large.json()]).toMatchObject([431, { status: 431, code: 'invalid_request' }]);
  expect(large.headers.get('cache-control')).toBe('no-store');
  const doubled = await ask('/assets//x');
  expect([doubled.status, doubled.headers.get('content-type')]).toEqual([
    404,
    'application/problem+json; charset=utf-8',
  ]);
  const twice = await ask('/rest/v1/tehsils?limit=1&limit=2');
  expect([twice.status, await twice.json()]).toMatchObject([400, { code: 'PGRST100' }]);
});

it('a client that asks before it sends (Expect: 100-continue) is let in', async () => {
  const status = await new Promise((resolve, reject) => {
    const headers = { expect: '100-continue', 'content-type': 'application/json' };
    const call = request(`${portal}/adminsignin`, { method: 'POST', headers }, (answer) => resolve(answer.statusCode));
    call.on('continue', () => call.end('{"Email":"nobody@example.com","Password":"not this one"}'));
    call.on('error', reject);
    call.flushHeaders();
  });
  expect(status).toBe(400);
});

it('the contract can be read by machines and by people', async () => {
  const document = (await (await ask('/openapi.json')).json()) as { openapi: string; paths: Record<string, object> };
  expect(document.openapi).toBe('3.1.0');
  const outside = operationList.filter(({ internal }) => !internal).map(({ path }) => path);
  expect(Object.keys(document.paths).sort()).toEqual([...new Set(outside)].sort());
  const docs = await ask('/docs/', asBrowser);
  expect([docs.status, docs.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
});

it('says where the frontends are, and they are there', async () => {
  const remotes = (await (await ask('/remotes.json')).json()) as Record<string, { manifest: string }>;
  for (const name of ['resident', 'admin']) {
    const manifest = await ask(remotes[name]?.manifest ?? '/missing');
    expect([manifest.status, manifest.headers.get('cache-control')]).toEqual([200, 'no-cache']);
  }
});
