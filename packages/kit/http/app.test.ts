import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createApp } from './app.ts';
import { refuseOtherMethods } from './routes.ts';

function app() {
  const made = createApp(pino({ level: 'silent' }));
  made.post('/echo', async (request) => ({ body: request.body ?? null }));
  refuseOtherMethods(made, new Map([['/echo', new Set(['POST'] as const)]]));
  return made;
}

const json = { 'content-type': 'application/json' };

it('keeps a well-formed request id and makes one otherwise', async () => {
  const kept = await app().inject({ url: '/', headers: { 'x-request-id': 'a.b-C_1' } });
  expect(kept.headers['x-request-id']).toBe('a.b-C_1');
  const made = await app().inject({ url: '/', headers: { 'x-request-id': 'no spaces' } });
  expect(made.headers['x-request-id']).toMatch(/^[\w-]{36}$/);
  expect(made.json()).toMatchObject({ status: 404, code: 'not_found', requestId: made.headers['x-request-id'] });
});

it('a name that is longer than any is that of nothing', async () => {
  const made = app();
  made.get('/things/:id', async () => 'a thing');
  const answer = await made.inject(`/things/${'a'.repeat(301)}`);
  expect(answer.json()).toMatchObject({ status: 404, code: 'not_found', detail: 'There is nothing here.' });
});

it('takes a call without a body as one, whatever its content type', async () => {
  const answer = await app().inject({ method: 'POST', url: '/echo', headers: json });
  expect([answer.statusCode, answer.json()]).toEqual([200, { body: null }]);
});

it.each([
  ['{"a":', 400],
  ['{"__proto__":{"admin":true}}', 400],
  [JSON.stringify('x'.repeat(1_100_000)), 413],
])('refuses %.20s', async (payload, status) => {
  const answer = await app().inject({ method: 'POST', url: '/echo', headers: json, payload });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    status,
    'application/problem+json; charset=utf-8',
  ]);
});

it('refuses another content type with 415 and another method with 405 and Allow', async () => {
  const form = await app().inject({
    method: 'POST',
    url: '/echo',
    headers: { 'content-type': 'text/xml' },
    payload: '<a/>',
  });
  expect(form.statusCode).toBe(415);
  const put = await app().inject({ method: 'PUT', url: '/echo' });
  expect([put.statusCode, put.headers.allow]).toEqual([405, 'POST']);
});
