import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createApp } from './app.ts';
import { parseForms, refuseForm } from './form-body.ts';

function service(type: 'form' | 'json') {
  const app = createApp(pino({ level: 'silent' }));
  parseForms(app);
  app.post(
    '/echo',
    { onRequest: async (request) => refuseForm(request, { body: { type } as never }, true) },
    ({ body }) => body,
  );
  return (contentType: string, payload: string) =>
    app.inject({ method: 'POST', url: '/echo', headers: { 'content-type': contentType }, payload });
}

it('a form is its fields; one that comes several times is an array', async () => {
  const ask = service('form');
  const text = 'service_code=roads&attribute%5Bparts%5D=a+b&attribute%5Bparts%5D=%D8%B3&empty=&__proto__=x';
  const answer = await ask('application/x-www-form-urlencoded; charset=UTF-8', text);
  expect(JSON.parse(answer.body.replace('__proto__', 'proto'))).toEqual({
    service_code: 'roads',
    'attribute[parts]': ['a b', 'س'],
    empty: '',
    proto: 'x',
  });
});

it.each([
  ['json', 'application/x-www-form-urlencoded', 415],
  ['json', 'multipart/form-data; boundary=b', 415],
  ['form', 'multipart/form-data; boundary=b', 415],
  ['json', 'application/json', 200],
] as const)('an operation that takes %s is sent %s: %i', async (type, contentType, status) => {
  expect((await service(type)(contentType, '{"a":1}')).statusCode).toBe(status);
});
