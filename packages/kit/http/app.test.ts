import { once } from 'node:events';
import { type AddressInfo, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createApp } from './app.ts';
import { refuseOtherMethods } from './routes.ts';

function app() {
  const made = createApp(pino({ level: 'silent' }));
  made.post('/echo', async (request) => ({ body: request.body ?? null }));
  refuseOtherMethods(made, [{ path: '/echo', method: 'POST' }]);
  return made;
}

const json = { 'content-type': 'application/json' };

it('keeps a well-formed request id and makes one otherwise', async () => {
  const ask = (id: string) => app().inject({ url: '/', headers: { 'x-request-id': id } });
  for (const id of ['a.b-C_1', 'x'.repeat(128)]) expect((await ask(id)).headers['x-request-id']).toBe(id);
  expect((await ask('x'.repeat(129))).headers['x-request-id']).toMatch(/^[\w-]{36}$/);
  const made = await ask('no spaces');
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

const away = new Error('away');

it.each([
  ['before it is sent', () => Promise.reject(away)],
  [
    'before its first byte',
    async () =>
      new Readable({
        read() {
          this.destroy(away);
        },
      }),
  ],
])('has in an error that replaces an answer %s none of the headers of its content', async (_what, answer) => {
  const made = app();
  made.get('/', (_request, reply) => {
    reply.headers({ etag: '"a"', 'content-encoding': 'br', link: '</>', vary: 'Origin', 'x-role': 'head' });
    return answer();
  });
  const { statusCode, headers } = await made.inject('/');
  expect(statusCode).toBe(500);
  expect(headers).toMatchObject({ 'cache-control': 'no-store', vary: 'Origin', 'x-role': 'head' });
  for (const name of ['etag', 'content-encoding', 'link']) expect(headers).not.toHaveProperty(name);
});

it('answers a request that comes on an open connection while it closes, as the last one there', async () => {
  const made = app();
  made.get('/', async () => 'well');
  const socket = new Socket();
  const ask = async () => {
    const asked = once(made.server, 'request');
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await asked;
  };
  made.addHook('preClose', ask);
  await made.listen({ host: '127.0.0.1', port: 0 });
  socket.connect((made.server.address() as AddressInfo).port, '127.0.0.1');
  const told = text(socket);
  await ask();
  await made.close();
  const [, first, second] = (await told).split('HTTP/1.1 ');
  expect(first).toMatch(/^200 OK[\s\S]*well$/);
  expect(second).toMatch(/^200 OK[\s\S]*\r\nconnection: close\r\n[\s\S]*well$/i);
});
