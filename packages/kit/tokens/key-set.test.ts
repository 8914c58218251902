import type { FastifyRequest } from 'fastify';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HttpError } from '../http/http-error.ts';
import { startHttpServer } from '../testing/http-server.ts';
import { fetchedKeys } from './key-set.ts';
import { createTokens } from './tokens.ts';

/** What the auth service answers when it is asked for its keys. */
let answer: { status: number; body: string } | null;
let asked = 0;

const auth = await startHttpServer((_request, response) => {
  asked += 1;
  // Without an answer it is frozen.
  if (answer) response.writeHead(answer.status).end(answer.body);
});
const url = `${auth.url}/keys`;
const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
const good = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256' }] });
const token = await new SignJWT({ sub: 'u1', email: 'a@example.org', session_id: 's1', Tehsil: 'Mardan' })
  .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
  .setAudience('admin')
  .setIssuer('here')
  .setExpirationTime('1h')
  .sign(privateKey);
afterAll(auth.stop);
beforeEach(() => {
  answer = { status: 200, body: good };
});

/** A service that has just started. @returns what it says of a token: status, and the caller's id or the code */
function start(keysUrl = url) {
  const tokens = createTokens(fetchedKeys(keysUrl), 'here', { has: async () => false, roleOf: () => undefined });
  const request = { headers: { authorization: `Bearer ${token}` } } as unknown as FastifyRequest;
  return () =>
    tokens.caller(request).then(
      (caller) => [200, caller?.id],
      ({ status, code }: HttpError) => [status, code],
    );
}
const check = (keysUrl?: string) => start(keysUrl)();

it('keys are fetched from where the auth service publishes them', async () => {
  expect(await check()).toEqual([200, 'u1']);
});

it.each([
  ['an error', { status: 503, body: '{}' }],
  ['a redirection', { status: 302, body: '' }],
  ['no JSON', { status: 200, body: '<html>' }],
])('%s instead of keys does not make a token bad: 503', async (_what, instead) => {
  answer = instead;
  expect(await check()).toEqual([503, 'unavailable']);
});

it('nobody there to answer: 503', async () => {
  expect(await check('http://127.0.0.1:1/keys')).toEqual([503, 'unavailable']);
});

it('keys that do not include the one that signed: the token is bad', async () => {
  answer = { status: 200, body: JSON.stringify({ keys: [] }) };
  expect(await check()).toEqual([401, 'bad_token']);
});

describe('a key that is ended', () => {
  const none = { status: 200, body: JSON.stringify({ keys: [] }) };
  const seconds = (count: number) => vi.advanceTimersByTime(count * 1000);
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('counts for three seconds at most, also for a token that was checked before', async () => {
    const checkAgain = start();
    expect(await checkAgain()).toEqual([200, 'u1']);
    seconds(3);
    expect(await checkAgain()).toEqual([200, 'u1']);
    answer = none;
    seconds(2.9);
    expect(await checkAgain()).toEqual([200, 'u1']);
    seconds(0.2);
    // Those that come while the keys are on their way wait for them.
    expect(await Promise.all([checkAgain(), checkAgain()])).toEqual(Array(2).fill([401, 'bad_token']));
  });

  it('and one that is not costs auth a question in three seconds, however many tokens are checked', async () => {
    const checkAgain = start();
    await checkAgain();
    const before = asked;
    for (let step = 0; step < 100; step += 1) {
      seconds(0.1);
      expect(await Promise.all([checkAgain(), checkAgain()])).toEqual(Array(2).fill([200, 'u1']));
    }
    expect(asked - before).toBeLessThanOrEqual(5);
  });

  it('counts for ten minutes where auth cannot be reached, and not after that', async () => {
    const checkAgain = start();
    await checkAgain();
    answer = { status: 503, body: '' };
    for (let minute = 0; minute < 10; minute += 1) {
      expect(await checkAgain()).toEqual([200, 'u1']);
      seconds(60);
    }
    expect(await checkAgain()).toEqual([503, 'unavailable']);
    answer = none;
    expect(await checkAgain()).toEqual([401, 'bad_token']);
  });

  it('is asked for again as soon as auth answers again', async () => {
    const checkAgain = start();
    await checkAgain();
    answer = { status: 503, body: '' };
    seconds(4);
    await checkAgain();
    answer = none;
    seconds(4);
    await expect.poll(checkAgain).toEqual([401, 'bad_token']);
  });

  it('keeps one caller waiting for an auth that is frozen, and nobody after that', async () => {
    const checkAgain = start();
    await checkAgain();
    answer = null;
    seconds(4);
    const begun = process.hrtime.bigint();
    expect(await checkAgain()).toEqual([200, 'u1']);
    const first = process.hrtime.bigint();
    seconds(4);
    for (let time = 0; time < 10; time += 1) expect(await checkAgain()).toEqual([200, 'u1']);
    const [waited, then] = [first - begun, process.hrtime.bigint() - first].map((ns) => Number(ns) / 1e6);
    expect(waited).toBeLessThan(3000);
    expect(then).toBeLessThan(500);
  });
});
