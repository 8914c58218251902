/** The mailbox in the place of Kannel: messages to telephones, their receipts, and what telephones send. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addTelephones, openMessages } from './sms.ts';

/** What notify's port is called with; it answers as said. */
const called: URL[] = [];
let answer = 200;
let notify: FastifyInstance;
let mailbox: FastifyInstance;
let folder: string;
let callback: string;

beforeAll(async () => {
  notify = Fastify();
  notify.get('/*', (request, reply) => {
    called.push(new URL(request.url, callback));
    return reply.code(answer).send();
  });
  callback = await notify.listen({ host: '127.0.0.1', port: 0 });
  folder = await mkdtemp(join(tmpdir(), 'tma-telephones-'));
  mailbox = Fastify();
  addTelephones(mailbox, { messages: await openMessages(folder), SMS_CALLBACK: callback, SMS_KEY: 'the key' });
});
afterAll(async () => {
  await mailbox?.close();
  await notify?.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  called.length = 0;
  answer = 200;
  expect((await mailbox.inject({ method: 'DELETE', url: '/sms' })).statusCode).toBe(204);
});

const send = (to: string, text: string, more: Record<string, string> = {}) =>
  mailbox.inject({ url: `/cgi-bin/sendsms?${new URLSearchParams({ to, from: 'TMA', text, ...more })}` });
const read = async (query = '') => (await mailbox.inject({ url: `/sms${query}` })).json();
const reply = (payload: object) => mailbox.inject({ method: 'POST', url: '/sms/reply', payload });

test('what is sent is kept, newest first, in all or of one number, until it is forgotten', async () => {
  expect((await send('+923001234567', 'First')).statusCode).toBe(202);
  await send('+923007654321', 'دوسرا');
  await send('+923001234567', 'Third');
  const all = await read();
  expect(all.map(({ text }: { text: string }) => text)).toEqual(['Third', 'دوسرا', 'First']);
  expect(all[1]).toEqual({
    ...{ id: expect.any(String), date: expect.stringMatching(/Z$/), to: '+923007654321', from: 'TMA' },
    ...{ text: 'دوسرا', segments: 1, encoding: 'UCS-2' },
  });
  // A plus that was not encoded comes as a space.
  for (const to of ['%2B923001234567', '+923001234567'])
    expect((await read(`?to=${to}`)).map(({ text }: { text: string }) => text)).toEqual(['Third', 'First']);
  expect((await openMessages(folder)).list()).toHaveLength(3);
  await mailbox.inject({ method: 'DELETE', url: '/sms' });
  expect(await read()).toEqual([]);
  expect((await openMessages(folder)).list()).toEqual([]);
});

test('its receipts say that the network took it, and that the telephone has it', async () => {
  await send('+923001234567', 'Hello', { 'dlr-url': `${callback}/receipt?position=7&status=%d` });
  await expect.poll(() => called.map(({ search }) => search)).toEqual(['?position=7&status=8', '?position=7&status=1']);
  expect((await send('', 'Nobody')).statusCode).toBe(400);
  expect(await read()).toHaveLength(1);
});

test('a reply reaches notify as a telephone’s does, each with an id of its own; what notify refuses is said', async () => {
  for (let time = 0; time < 2; time += 1)
    expect((await reply({ from: '+923001234567', text: 'ہاں ۱۲۳۴۵۶ & more' })).statusCode).toBe(204);
  const [first, second] = called.map(({ searchParams }) => Object.fromEntries(searchParams));
  expect(first).toEqual({ key: 'the key', id: expect.any(String), from: '+923001234567', text: 'ہاں ۱۲۳۴۵۶ & more' });
  expect(second?.id).not.toBe(first?.id);
  expect((await reply({ from: '+923001234567' })).statusCode).toBe(400);
  answer = 403;
  expect((await reply({ from: '+923001234567', text: 'YES' })).statusCode).toBe(502);
});

test('its page sends from a telephone and shows what that got, as text', async () => {
  await send('+923001234567', '<b>x</b>');
  const payload = new URLSearchParams({ from: '+923001234567', text: 'STOP' }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const sent = await mailbox.inject({ method: 'POST', url: '/sms/reply', payload, headers });
  expect([sent.statusCode, sent.headers.location]).toEqual([303, '/telephone?number=%2B923001234567']);
  const page = (await mailbox.inject({ url: String(sent.headers.location) })).body;
  expect(page).toContain('&lt;b&gt;x&lt;/b&gt;');
  expect(page).not.toContain('<b>');
});
