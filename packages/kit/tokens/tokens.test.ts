import { type Audience, type Bearing, operationList, type Role, roleHeader } from '@tma/contracts';
import type { FastifyRequest } from 'fastify';
import { exportSPKI, generateKeyPair, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import type { HttpError } from '../http/http-error.ts';
import { signReportsToken, signSystemToken } from './system.ts';
import { createTokens } from './tokens.ts';

const issuer = 'http://localhost:8080/auth/v1';
const ended = new Set<string>();
const given = new Map<string, string>();
const keys = await generateKeyPair('ES256', { extractable: true });
const foreign = await generateKeyPair('ES256');

const tokens = () =>
  createTokens(async () => keys.publicKey, issuer, {
    has: async (id) => ended.has(id),
    roleOf: (admin) => given.get(admin),
  });

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
  sub = 'u1',
) =>
  new SignJWT({ email: 'a@example.com', session_id: sid, user_metadata: { first_name: 'Sana' }, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
    .setSubject(sub)
    .setAudience(aud)
    .setIssuer(iss)
    .setExpirationTime(exp)
    .sign(key);

const request = (authorization?: string, apikey?: string) =>
  ({ headers: { authorization, apikey } }) as unknown as FastifyRequest;
const demand = (authorization?: string, who: readonly Audience[] = ['resident'], apikey?: string) =>
  tokens().require(request(authorization, apikey), { who, roles: ['head'], errors: 'problem' });
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

  it('is cached, but long ones take no more room together than ordinary ones', async () => {
    let verified = 0;
    const here = createTokens(
      async (_header, { payload }) => {
        if (payload !== '') verified += 1;
        return keys.publicKey;
      },
      issuer,
      { has: async () => false, roleOf: () => undefined },
    );
    const ask = (token: string) => here.require(request(`Bearer ${token}`), { who: ['resident'], errors: 'problem' });
    const first = await sign();
    await ask(first);
    await ask(first);
    expect(verified).toBe(1);
    const profile = { user_metadata: { location: 'x'.repeat(1_000_000) } };
    for (let count = 0; count < 20; count += 1) await ask(await sign({ sid: `long${count}`, claims: profile }));
    await ask(first);
    expect(verified).toBe(22);
  });

  it('of one who has to set up a second factor opens that and signing out, and nothing else that there is', async () => {
    const token = await sign({ aud: 'admin', claims: { Tehsil: 'Mardan', enrol: true } });
    const open: string[] = [];
    for (const operation of operationList.filter(({ who }) => who.includes('admin'))) {
      const answer = tokens().require(request(`Bearer ${token}`), operation);
      const code = await answer.then(
        () => open.push(`${operation.method} ${operation.path}`) && '',
        (error: HttpError) => `${error.status} ${error.code}`,
      );
      expect(['', '403 second_factor_required']).toContain(code);
    }
    expect(open.sort()).toEqual([
      'DELETE /adminfactor',
      'GET /adminfactor',
      'POST /adminfactor',
      'POST /adminsignout',
      'PUT /adminfactor',
    ]);
    // Where a token is not needed, it is no better than none.
    expect(await status(tokens().caller(request(`Bearer ${token}`)))).toBe(403);
  });

  it('of another system opens what is for systems, and nothing else', async () => {
    const secret = Buffer.alloc(32, 1);
    const claims = { tehsil: 'Mardan', name: 'City app', mayOmitMedia: false, isUsedUp: false };
    const none = { has: async () => false, roleOf: () => undefined };
    const checked = (key?: Buffer) =>
      createTokens(async () => keys.publicKey, issuer, none, undefined, key && { system: key });
    const ask = async (token: string, who: readonly Bearing[], key: Buffer | undefined = secret) =>
      checked(key).require(request(`Bearer ${token}`), { who, roles: ['head'], errors: 'problem' });
    const token = await signSystemToken(secret, issuer, { id: 'k1', ...claims });
    expect(await ask(token, ['system'])).toMatchObject({ audience: 'system', id: 'k1', ...claims });
    expect(await status(ask(token, ['resident', 'admin']))).toBe(403);
    // Where there is no such secret, with another one, elsewhere, and as whoever calls an operation that is for anyone.
    expect(
      await status(
        createTokens(async () => keys.publicKey, issuer, none).require(request(`Bearer ${token}`), {
          who: ['system'],
          errors: 'problem',
        }),
      ),
    ).toBe(401);
    expect(await status(ask(token, ['system'], Buffer.alloc(32, 2)))).toBe(401);
    expect(await status(ask(await signSystemToken(secret, 'elsewhere', { id: 'k1', ...claims }), ['system']))).toBe(
      401,
    );
    expect(await status(checked(secret).caller(request(`Bearer ${token}`)))).toBe(401);
    // Who signs for systems is not the service reports, whose tokens have a key of their own.
    const both = { system: secret, reports: Buffer.alloc(32, 3) };
    const askBoth = (token: string, who: readonly Bearing[]) =>
      createTokens(async () => keys.publicKey, issuer, none, undefined, both).require(request(`Bearer ${token}`), {
        who,
        errors: 'problem',
      });
    expect(await askBoth(await signReportsToken(both.reports, issuer), ['reports'])).toMatchObject({ id: 'reports' });
    expect(await status(askBoth(await signReportsToken(secret, issuer), ['reports']))).toBe(401);
    expect(
      await status(askBoth(await signSystemToken(both.reports, issuer, { id: 'k1', ...claims }), ['system'])),
    ).toBe(401);
    expect(await status(ask(await signReportsToken(secret, issuer), ['reports']))).toBe(401);
    // Neither key signs for the other's people.
    expect(await status(ask(await sign({ aud: 'system', claims }), ['system']))).toBe(401);
    const asAdmin = new SignJWT({ email: '', session_id: 's', Tehsil: 'Mardan', role: 'head' })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject('a1')
      .setAudience('admin')
      .setIssuer(issuer)
      .setExpirationTime('1h');
    expect(await status(ask(await asAdmin.sign(secret), ['admin', 'system']))).toBe(401);
  });

  describe('of an administrator', () => {
    const admin = async (role?: string, sub = 'a1') =>
      request(`Bearer ${await sign({ aud: 'admin', claims: { Tehsil: 'M', role } }, keys.privateKey, sub)}`);
    const ask = async (roles: readonly Role[] | undefined, token: Promise<FastifyRequest>) =>
      tokens()
        .require(await token, { who: ['admin'], errors: 'problem', ...(roles && { roles }) })
        .then(
          () => 200,
          (error: HttpError) => error.code,
        );
    it.each<[string | undefined, readonly Role[] | undefined, unknown]>([
      ['head', ['head'], 200],
      ['clerk', ['head', 'clerk'], 200],
      ['clerk', ['head'], 'not_your_role'],
      ['crew', ['head', 'clerk'], 'not_your_role'],
      [undefined, ['head'], 200],
      ['head', undefined, 'not_your_role'],
      ['janitor', ['head', 'clerk', 'crew'], 'bad_token'],
    ])('who is %s in it, at what is for %j: %s', async (role, roles, answer) => {
      expect(await ask(roles, admin(role))).toBe(answer);
    });
    it('is told what their role is by what refuses it', async () => {
      const refused = tokens().require(await admin('clerk'), { who: ['admin'], errors: 'problem', roles: ['head'] });
      expect(await refused.catch((error: HttpError) => error.details.headers)).toEqual({ [roleHeader]: 'clerk' });
    });
    it('opens what their role of now may, whatever it says', async () => {
      const token = admin('head', 'a2');
      expect(await ask(['head'], token)).toBe(200);
      given.set('a2', 'crew');
      expect([await ask(['head'], token), await ask(['crew'], token)]).toEqual(['not_your_role', 200]);
      given.set('a2', 'of a later version');
      expect(await ask(['head', 'clerk', 'crew'], token)).toBe('not_your_role');
    });
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
