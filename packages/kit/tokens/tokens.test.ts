import type { Audience } from '@tma/contracts';
import type { FastifyRequest } from 'fastify';
import { exportSPKI, generateKeyPair, SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import type { HttpError } from '../http/http-error.ts';
import { createTokens } from './tokens.ts';

const issuer = 'http://localhost:8080/auth/v1';
const ended = new Set<string>();
let keys: Awaited<ReturnType<typeof generateKeyPair>>;
let foreign: typeof keys;

beforeAll(async () => {
  keys = await generateKeyPair('ES256', { extractable: true });
  foreign = await generateKeyPair('ES256');
});

const tokens = () => createTokens(async () => keys.publicKey, issuer, { has: async (id) => ended.has(id) });

interface Change {
  aud?: string;
  exp?: string;
  iss?: string;
  sid?: string;
  claims?: object;
}
const sign = (
  { aud = 'authenticated', exp = '1h', iss = issuer, sid = 's1', claims = {} }: Change = {},
  key = keys.privateKey,
) =>
  new SignJWT({ email: 'a@example.com', session_id: sid, user_metadata: { first_name: 'Sana' }, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
    .setSubject('u1')
    .setAudience(aud)
    .setIssuer(iss)
    .setExpirationTime(exp)
    .sign(key);

const request = (authorization?: string, apikey?: string) =>
  ({ headers: { authorization, apikey } }) as unknown as FastifyRequest;
const demand = (authorization?: string, who: readonly Audience[] = ['resident'], apikey?: string) =>
  tokens().require(request(authorization, apikey), { who, errors: 'problem' });
const status = (answer: Promise<unknown>) =>
  answer.then(
    () => 200,
    (error: HttpError) => error.status,
  );

describe('a token', () => {
  it('of a resident carries the profile', async () => {
    expect(await demand(`Bearer ${await sign()}`)).toMatchObject({
      id: 'u1',
      audience: 'resident',
      profile: { first_name: 'Sana', tehsil: '' },
    });
  });
  it.each([
    ['ur', 'ur'],
    ['xx', undefined],
    [7, undefined],
    [undefined, undefined],
  ])('of a resident with the language %j says %j', async (language, said) => {
    const token = await sign({ claims: { user_metadata: { first_name: 'Sana', language } } });
    const { profile } = (await demand(`Bearer ${token}`)) as { profile: { language?: string } };
    expect(profile.language).toBe(said);
  });
  it('of an administrator carries the tehsil', async () => {
    const token = await sign({ aud: 'admin', claims: { Tehsil: 'Mardan' } });
    expect(await demand(`bearer ${token}`, ['admin'])).toMatchObject({ audience: 'admin', tehsil: 'Mardan' });
  });
  it('of one audience does not open the paths of the other', async () => {
    expect(await status(demand(`Bearer ${await sign()}`, ['admin']))).toBe(403);
    expect(await status(demand(`Bearer ${await sign({ aud: 'admin', claims: { Tehsil: 'M' } })}`, ['resident']))).toBe(
      403,
    );
  });
  it('of an ended session is refused, also when it was seen before', async () => {
    const token = `Bearer ${await sign({ sid: 's2' })}`;
    const here = tokens();
    const ask = () => status(here.require(request(token), { who: ['resident'], errors: 'problem' }));
    expect(await ask()).toBe(200);
    ended.add('s2');
    expect(await ask()).toBe(401);
  });

  const forged: [string, () => Promise<string> | string][] = [
    ['nothing', () => ''],
    ['no JWT by its shape', () => 'Bearer abc'],
    ['expired', async () => `Bearer ${await sign({ exp: '-1s' })}`],
    ['of another issuer', async () => `Bearer ${await sign({ iss: 'http://elsewhere' })}`],
    ['of another audience', async () => `Bearer ${await sign({ aud: 'other' })}`],
    ['signed by a foreign key', async () => `Bearer ${await sign({}, foreign.privateKey)}`],
    ['of an administrator without a tehsil', async () => `Bearer ${await sign({ aud: 'admin' })}`],
    ['alg none', async () => `Bearer ${unsigned(await sign())}`],
    ['HS256 signed with the public key', async () => `Bearer ${await confused()}`],
  ];
  it.each(forged)('%s is 401', async (_name, make) => {
    expect(await status(demand(await make(), ['resident', 'admin']))).toBe(401);
  });
  it('that repeats the apikey is nobody', async () => {
    const token = await sign();
    expect(await status(demand(`Bearer ${token}`, ['resident'], token))).toBe(401);
  });
});

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const unsigned = (token: string) => `${encode({ alg: 'none' })}.${token.split('.')[1]}.`;
async function confused() {
  const secret = Buffer.from(await exportSPKI(keys.publicKey));
  return new SignJWT({ email: 'a@example.com', session_id: 's1' })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject('u1')
    .setAudience('authenticated')
    .setIssuer(issuer)
    .setExpirationTime('1h')
    .sign(secret);
}
