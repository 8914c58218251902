import type { Operation } from '@tma/contracts';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createApp } from './app.ts';
import { refuseForm } from './form-body.ts';

const [urlencoded, multipart] = ['application/x-www-form-urlencoded; charset=UTF-8', 'multipart/form-data; boundary=b'];

it.each<[Partial<NonNullable<Operation['body']>> | undefined, string, number]>([
  [{ type: 'json' }, urlencoded, 415],
  [{ type: 'json' }, multipart, 415],
  [{ type: 'json' }, 'application/json', 200],
  [{ type: 'multipart' }, urlencoded, 415],
  [{ type: 'multipart' }, multipart, 200],
  [{ type: 'multipart', urlencoded: true }, urlencoded, 200],
  [undefined, urlencoded, 200],
  [undefined, multipart, 200],
])('an operation whose body is %j is sent %s: %i', async (body, contentType, status) => {
  const app = createApp(pino({ level: 'silent' }));
  const forms = ['application/x-www-form-urlencoded', 'multipart/form-data'];
  app.addContentTypeParser(forms, { parseAs: 'string' }, (_request, text, done) => done(null, text));
  app.post('/', { onRequest: async (request) => refuseForm(request, { body: body as Operation['body'] }) }, () => ({}));
  const headers = { 'content-type': contentType };
  expect((await app.inject({ method: 'POST', url: '/', headers, payload: '{"a":1}' })).statusCode).toBe(status);
});
