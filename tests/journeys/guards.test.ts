import { operationList } from '@tma/contracts';
import { exportSPKI, generateKeyPair, importJWK, type JWTPayload, SignJWT } from 'jose';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { call, join, joinAdmin } from './calls.ts';
import { askFrom, newAddress } from './from.ts';
import { newResident } from './people.ts';

const portal = inject('portal');
const ask = askFrom(portal.portal, newAddress());
const nobody = '00000000-0000-7000-8000-000000000000';

/** Every operation that can be reached from outside, with parameters that name nothing. */
const routes = operationList
  .filter(({ internal }) => !internal)
  .map((operation) => ({ ...operation, url: operation.path.replace(/\{\w+\}/g, nobody) }));
const guarded = routes.filter(({ who }) => who !== 'anyone');

const tokens: Record<string, string> = {};
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const parts = (token: string) => token.split('.') as [string, string, string];
const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());

/** A resident's token, forged in each way that has worked somewhere. */
async function forge(token: string): Promise<Record<string, string>> {
  const [head, body, signature] = parts(token);
  const { kid } = decode(head) as { kid: string };
  const claims = decode(body) as JWTPayload;
  const { keys } = await call<{ keys: Record<string, string>[] }>(portal, '/auth/v1/.well-known/jwks.json');
  const publicKey = await importJWK(keys[0] as Record<string, string>, 'ES256', { extractable: true });
  const shared = new TextEncoder().encode(await exportSPKI(publicKey as CryptoKey));
  const own = await generateKeyPair('ES256', { extractable: true });
  const sign = (algorithm: string, key: CryptoKey | Uint8Array, header = {}) =>
    new SignJWT(claims).setProtectedHeader({ alg: algorithm, kid, ...header }).sign(key);
  return {
    'no signature': `${encode({ alg: 'none', typ: 'JWT' })}.${body}.`,
    'the public key as a secret': await sign('HS256', shared),
    'a key of its own': await sign('ES256', own.privateKey, { jwk: keys[0] }),
    'another person': `${head}.${encode({ ...claims, sub: nobody })}.${signature}`,
    'a later end': `${head}.${encode({ ...claims, exp: 4_000_000_000 })}.${signature}`,
  };
}

beforeAll(async () => {
  const resident = await join(portal, newResident('Mardan'));
  const gone = await join(portal, newResident('Mardan'));
  await ask('/auth/v1/logout', { method: 'POST', token: gone });
  tokens.resident = resident;
  tokens.admin = await joinAdmin(portal, newResident('Mardan'));
  Object.assign(tokens, { 'a session that ended': gone }, await forge(resident));
});

describe.each(guarded)('$method $path, for a $who', ({ method, url, who, errors }) => {
  const statusOf = async (token?: string) => (await ask(url, { method, token })).status;
  const bad = errors === 'gotrue' ? 403 : 401;

  it('is closed without a token, and to every forged or ended one', async () => {
    expect(await statusOf()).toBe(401);
    const { resident: _resident, admin: _admin, ...forged } = tokens;
    const answers = await Promise.all(Object.values(forged).map(statusOf));
    expect(Object.fromEntries(Object.keys(forged).map((name, index) => [name, answers[index]]))).toEqual(
      Object.fromEntries(Object.keys(forged).map((name) => [name, bad])),
    );
  });

  it.runIf(method === 'GET')('is open to those it is for', async () => {
    expect([401, 403]).not.toContain(await statusOf(who === 'admin' ? tokens.admin : tokens.resident));
  });

  it.runIf(who !== 'resident or admin')('is closed to the other audience', async () => {
    expect(await statusOf(who === 'admin' ? tokens.resident : tokens.admin)).toBe(403);
  });
});

const nonsense: unknown[] = [
  null,
  0,
  -1.5,
  1e308,
  true,
  [],
  {},
  '',
  ' ',
  '\u0000',
  '\ud800',
  "' or 1=1 --",
  '../../etc/passwd',
  'x'.repeat(20_000),
  { $ne: null },
  ['a', 'b'],
];
const bodies = ['', '{', '[]', '"text"', 'null', '{"a":1}{', '{"__proto__":{"admin":true}}', '['.repeat(50_000)];

/** The names of the fields that an operation's body may have. */
const fieldsOf = (schema: z.ZodType) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : ['id']);

describe.each(routes.filter(({ body }) => body?.type === 'json'))('nonsense to $method $path', (route) => {
  const token = () => (route.who === 'admin' ? tokens.admin : tokens.resident);
  const send = (raw: string, query = '') => ask(route.url + query, { method: route.method, token: token(), raw });

  it('is a mistake of its sender, never of the portal', async () => {
    const fields = fieldsOf(route.body?.schema ?? z.object({}));
    const single = fields.flatMap((name) => nonsense.map((value) => JSON.stringify({ [name]: value })));
    const everywhere = nonsense.map((value) => JSON.stringify(Object.fromEntries(fields.map((name) => [name, value]))));
    for (const raw of [...bodies, ...single, ...everywhere]) {
      const { status, text } = await send(raw);
      expect(status, `${raw.slice(0, 200)} gave ${text.slice(0, 300)}`).toBeLessThan(500);
    }
  });
});

describe.each(routes.filter(({ method }) => method === 'GET'))('nonsense asked of $path', (route) => {
  it('is a mistake of its sender, never of the portal', async () => {
    const names = route.query ? Object.keys(route.query.shape) : ['q'];
    const token = route.who === 'admin' ? tokens.admin : tokens.resident;
    for (const value of nonsense.filter((value) => typeof value === 'string')) {
      // A lone surrogate cannot be written in a URL.
      const text = encodeURIComponent(value.toWellFormed().slice(0, 4000));
      for (const name of names) {
        const { status, text: said } = await ask(`${route.url}?${name}=${text}`, { token });
        expect([status < 500 || said.includes('"status":"down"'), said.slice(0, 300)]).toEqual([
          true,
          expect.anything(),
        ]);
      }
      const path = route.path.replace(/\{\w+\}/g, text || '%20');
      expect((await ask(path, { token })).status, path.slice(0, 200)).toBeLessThan(500);
    }
  });
});
