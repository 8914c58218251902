import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { HttpError } from '../http/http-error.ts';
import { fetchedKeys } from './key-set.ts';
import { createTokens } from './tokens.ts';

/** What the auth service answers when it is asked for its keys. */
let answer: { status: number; body: string };
let auth: Server;
let url: string;
let good: string;
let token: string;

beforeAll(async () => {
  auth = createServer((_request, response) => response.writeHead(answer.status).end(answer.body));
  await new Promise<void>((resolve) => auth.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(auth.address() as AddressInfo).port}/keys`;
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  good = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256' }] });
  token = await new SignJWT({ sub: 'u1', email: 'a@example.org', session_id: 's1', Tehsil: 'Mardan' })
    .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
    .setAudience('admin')
    .setIssuer('here')
    .setExpirationTime('1h')
    .sign(privateKey);
});
afterAll(() => auth.close());
beforeEach(() => {
  answer = { status: 200, body: good };
});

function check(keysUrl = url) {
  const tokens = createTokens(fetchedKeys(keysUrl), 'here', { has: async () => false });
  const request = { headers: { authorization: `Bearer ${token}` } } as unknown as FastifyRequest;
  return tokens.caller(request, 'problem').then(
    (caller) => [200, caller?.id],
    ({ status, code }: HttpError) => [status, code],
  );
}

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
  answer.body = JSON.stringify({ keys: [] });
  expect(await check()).toEqual([401, 'bad_token']);
});
