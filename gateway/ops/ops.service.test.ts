import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { urlVariable } from '@tma/contracts';
import { createLog } from '@tma/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../app.ts';
import { loadConfig, upstreamNames } from '../config.ts';
import { createKeyCheck } from './key.ts';

const key = 'a key for the office';
/** Stands for every other process, and answers with what it was asked. */
let other: Server;
let url: string;
beforeAll(async () => {
  other = createServer((request, answer) => answer.end(`${request.method} ${request.url}`));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
});
afterAll(() => other.close());

const settings = (more: Record<string, string>) => ({
  PORT: '0',
  PUBLIC_URL: 'https://portal.test',
  ...Object.fromEntries(upstreamNames.map((name) => [urlVariable(name), url])),
  ...more,
});

const gateway = (more: Record<string, string>) => buildApp(loadConfig(settings(more)), createLog('gateway', 'silent'));

describe('where it is', () => {
  it.each([
    ['production', { NODE_ENV: 'production', ADMIN_SECRET_KEY: key }],
    ['wherever it is switched off', { NODE_ENV: 'development', ADMIN_SECRET_KEY: key, OPS_PAGE: 'off' }],
    ['wherever there is no key', { NODE_ENV: 'development' }],
  ])('not in %s: /ops is answered as any unknown path', async (_where, more) => {
    const app = await gateway(more);
    for (const method of ['GET', 'POST'] as const) {
      const [ops, unknown] = await Promise.all([
        app.inject({ method, url: '/ops', headers: { authorization: `Bearer ${key}` } }),
        app.inject({ method, url: '/xyz', headers: { authorization: `Bearer ${key}` } }),
      ]);
      expect([ops.statusCode, ops.headers['content-type']]).toEqual([
        unknown.statusCode,
        unknown.headers['content-type'],
      ]);
      expect(ops.body).not.toContain('Operator page');
    }
    await app.close();
  });

  it.each([
    ['development', { NODE_ENV: 'development', ADMIN_SECRET_KEY: key }],
    ['production that asks for it', { NODE_ENV: 'production', ADMIN_SECRET_KEY: key, OPS_PAGE: 'on' }],
  ])('in %s', async (_where, more) => {
    const app = await gateway(more);
    const shut = await app.inject('/ops');
    expect([shut.statusCode, shut.headers['www-authenticate']]).toEqual([401, 'Bearer realm="operator page"']);
    expect(shut.body).not.toContain('Parts');
    const open = await app.inject({ url: '/ops', headers: { authorization: `Bearer ${key}` } });
    expect([open.statusCode, open.headers['cache-control'], open.headers['x-robots-tag']]).toEqual([
      200,
      'no-store',
      'noindex',
    ]);
    expect(open.body).toContain('Every part is up.');
    await app.close();
  });

  it('asked for without a key, the gateway does not start and says which setting is missing', () => {
    expect(() => loadConfig(settings({ NODE_ENV: 'production', OPS_PAGE: 'on' }))).toThrow(
      'ADMIN_SECRET_KEY: is not set',
    );
  });

  it('nor does it in production with a key that is short', () => {
    expect(() => loadConfig(settings({ NODE_ENV: 'production', ADMIN_SECRET_KEY: 'fifteen letters' }))).toThrow(
      'ADMIN_SECRET_KEY: must have at least 16 characters in production',
    );
  });
});

describe('how it opens', () => {
  it('with the key in the form, for an hour, to that browser alone', async () => {
    const app = await gateway({ ADMIN_SECRET_KEY: key });
    const give = (text: string) =>
      app.inject({
        method: 'POST',
        url: '/ops',
        payload: new URLSearchParams({ key: text }).toString(),
        headers: form,
      });
    const opened = await give(key);
    expect([opened.statusCode, opened.headers.location]).toEqual([303, '/ops']);
    const cookie = String(opened.headers['set-cookie']);
    expect(cookie).toMatch(/^ops=[^;]+; Path=\/ops; Max-Age=3600; HttpOnly; SameSite=Strict; Secure$/);
    const [pass = ''] = cookie.split(';');
    expect((await app.inject({ url: '/ops', headers: { cookie: pass } })).statusCode).toBe(200);
    for (const forged of [`${pass}x`, 'ops=4000000000.x', 'ops=', pass.replace(/=\d/, '=9')]) {
      expect((await app.inject({ url: '/ops', headers: { cookie: forged } })).statusCode, forged).toBe(401);
    }
    const wrong = await give('<script>');
    expect([wrong.statusCode, wrong.headers['set-cookie']]).toEqual([401, undefined]);
    expect(wrong.body).toContain('Invalid Secret Key');
    expect((await app.inject({ method: 'POST', url: '/ops/close' })).headers['set-cookie']).toContain('ops=; ');
    await app.close();
  });

  it('with the key as programs give it', async () => {
    const app = await gateway({ ADMIN_SECRET_KEY: key });
    const ask = (authorization: string) => app.inject({ url: '/ops', headers: { authorization } });
    const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
    const answers = await Promise.all([`Bearer ${key}`, basic(`any:${key}`), basic('any:x'), 'Bearer x'].map(ask));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 401, 401]);
    await app.close();
  });

  it('to nobody who gave too many wrong keys, whatever they give then', async () => {
    const app = await gateway({ ADMIN_SECRET_KEY: key, RATE_LIMIT_SECRETS: '3' });
    const ask = (given: string, remoteAddress: string) =>
      app.inject({ url: '/ops', remoteAddress, headers: { authorization: `Bearer ${given}` } });
    for (const given of ['a', 'b', 'c']) expect((await ask(given, '198.51.100.7')).statusCode).toBe(401);
    const refused = await ask(key, '198.51.100.7');
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 3000]).toEqual([429, true]);
    expect((await ask(key, '198.51.100.8')).statusCode).toBe(200);
    const [first, ...others] = ['2001:db8:0:1::1', '2001:db8:0:1::2', '2001:db8:0:1:a:b:c:d', '2001:db8:0:1::3'];
    expect((await ask(key, first ?? '')).statusCode).toBe(200);
    for (const from of others) expect((await ask('a', from)).statusCode).toBe(401);
    expect((await ask(key, first ?? '')).statusCode).toBe(429);
    expect((await ask(key, '2001:db8:0:2::1')).statusCode).toBe(200);
    await app.close();
  });

  it('nor to somebody who gives many at the same time, whichever is right', async () => {
    const keys = createKeyCheck(() => key, 3);
    const given = ['a', 'b', 'c', 'd', key].map((one) => keys.checkKey(one, '198.51.100.7'));
    expect((await Promise.all(given)).map((refusal) => refusal?.status)).toEqual([401, 401, 401, 429, 429]);
  });

  it('no longer, when the hour is over or the key is another', () => {
    let current = key;
    const keys = createKeyCheck(() => current, 10);
    const pass = keys.pass(0);
    expect([keys.isPass(pass, 3_599_000), keys.isPass(pass, 3_600_000)]).toEqual([true, false]);
    const open = keys.pass();
    current = 'another key altogether';
    expect([keys.isPass(open), keys.isPass(keys.pass())]).toEqual([false, true]);
  });
});

const form = { 'content-type': 'application/x-www-form-urlencoded' };
