import type { RequestListener } from 'node:http';
import { pino } from 'pino';
import { Pool } from 'undici';
import { expect, it, onTestFinished } from 'vitest';
import { callService, refusalIn } from './call-service.ts';
import { createApp } from './http/app.ts';
import { startHttpServer } from './testing/http-server.ts';

const get = { name: 'read', method: 'GET', path: '/' } as const;
const refusal = { code: 'too_large', detail: 'Larger than 1 MB.' };

/** Calls a service that answers so, and passes its refusals on. */
async function serviceWith(answer: RequestListener) {
  const server = await startHttpServer(answer);
  const connections = new Pool(server.url, { headersTimeout: 500 });
  onTestFinished(async () => {
    await connections.destroy();
    await server.stop();
  });
  const call = (more: { token?: string; signal?: AbortSignal } = {}) =>
    callService(connections, { ...get, ...more }, async (answered) => {
      const body: unknown = await answered.body.json();
      if (answered.statusCode === 200) return body;
      throw refusalIn('files', answered, body, 'image');
    });
  return { server, call };
}

it('a call has the token it is given, and the trace and the id of the request that it is for', async () => {
  const { call } = await serviceWith(({ headers }, response) => response.end(JSON.stringify(headers)));
  const app = createApp(pino({ level: 'silent' }));
  app.get('/', () => call({ token: 'a.b.c' }));
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00`;
  const answer = await app.inject({ url: '/', headers: { traceparent, 'x-request-id': 'of-caller' } });
  expect(answer.json()).toMatchObject({ authorization: 'Bearer a.b.c', 'x-request-id': 'of-caller' });
  expect(answer.json().traceparent).toContain('a'.repeat(32));
});

it('a refusal is passed on, with the field and when to try again', async () => {
  const { call } = await serviceWith((_request, response) =>
    response.writeHead(429, { 'retry-after': '7', 'x-other': '1' }).end(JSON.stringify(refusal)),
  );
  await expect(call()).rejects.toMatchObject({
    ...{ status: 429, code: refusal.code, message: refusal.detail },
    details: { errors: [{ path: 'image', message: refusal.detail }], headers: { 'retry-after': '7' } },
  });
});

it.each<[string, RequestListener]>([
  ['fails', (_request, response) => response.writeHead(500).end(JSON.stringify(refusal))],
  ['refuses in another form', (_request, response) => response.writeHead(400).end('{"error":"no"}')],
  ['answers no JSON', (_request, response) => response.end('<h1>Hello</h1>')],
  ['breaks off', (request) => request.socket.destroy()],
  ['is too slow', () => {}],
])('a service that %s is unavailable', async (_what, answer) => {
  const { call } = await serviceWith(answer);
  const unavailable = { status: 503, code: 'unavailable', details: { headers: { 'retry-after': '1' } } };
  await expect(call()).rejects.toMatchObject(unavailable);
});

it('a service that is not there is unavailable', async () => {
  const { server, call } = await serviceWith((_request, response) => response.end('{}'));
  await server.stop();
  await expect(call()).rejects.toMatchObject({ status: 503 });
});

it('a call ends with its signal', async () => {
  const { call } = await serviceWith(() => {});
  await expect(call({ signal: AbortSignal.abort() })).rejects.toMatchObject({ status: 503 });
});
