import { randomBytes } from 'node:crypto';
import { lifetimes } from '@tma/contracts';
import { CommandFailed, transaction } from '@tma/kit';
import { exportSPKI, generateKeyPair, importJWK, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AuthService, claimsOf, portal, startAuth } from '../testing/index.ts';
import { listKeys, lockKeys } from './keys.store.ts';
import { manageKeys } from './manage.ts';
import { openKeys, resealKeys, retireKey, rotateKeys, type SigningKeys } from './signing-keys.ts';

const secret = randomBytes(32).toString('base64url');
const auth = await startAuth({ SIGNING_KEY_SECRET: secret });
afterAll(() => auth.stop());

const jwks = async (service = auth) => (await service.call('/auth/v1/.well-known/jwks.json')).body.keys;

describe('the key set', () => {
  test('is public and has nothing private', async () => {
    const [key, ...others] = await jwks();
    expect(others).toEqual([]);
    expect(key).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', kid: expect.any(String) });
    expect(key.d).toBeUndefined();
  });

  test('is the same for two instances that start together on an empty database', async () => {
    await auth.pool.query('delete from signing_keys');
    const bytes = Buffer.from(secret, 'base64url');
    const both = await Promise.all([openKeys(auth.pool, bytes), openKeys(auth.pool, bytes)]);
    const sets = await Promise.all(both.map((keys) => keys.publicSet()));
    expect(sets[0]?.keys).toHaveLength(1);
    expect(sets[1]).toEqual(sets[0]);
  });

  test('is stored sealed: another secret does not open it', async () => {
    await expect(openKeys(auth.pool, randomBytes(32))).rejects.toThrow('SIGNING_KEY_SECRET');
    const { rows } = await auth.pool.query('select * from signing_keys');
    expect(JSON.stringify(rows)).not.toMatch(/"d":/);
  });

  /** Makes the last rotation, or any before it, as old as if it had been that many seconds earlier. */
  const rotatedAgo = (seconds: number) =>
    auth.pool.query(
      `update signing_keys set signs_from = signs_from - make_interval(secs => $1),
         retired_at = retired_at - make_interval(secs => $1), ended_at = ended_at - make_interval(secs => $1)`,
      [seconds],
    );

  test('has a new key before it signs: no instance signs with a key that another does not know yet', async () => {
    const bytes = Buffer.from(secret, 'base64url');
    const other = await openKeys(auth.pool, bytes);
    const kid = await rotateKeys(auth.pool, bytes);
    const rotated = await openKeys(auth.pool, bytes);
    expect((await rotated.publicSet()).keys.map((key) => key.kid)).toContain(kid);
    const token = await rotated.sign({ sub: 'x' });
    // The other one has read its keys just now, and does not for a while.
    expect((await jwtVerify(token, other.find)).payload.sub).toBe('x');
    // Time goes on meanwhile: the rest of the ten seconds is more than any machine takes.
    await rotatedAgo(5);
    expect(headerOf(await (await openKeys(auth.pool, bytes)).sign({})).kid).not.toBe(kid);
    await rotatedAgo(5);
    expect(headerOf(await (await openKeys(auth.pool, bytes)).sign({})).kid).toBe(kid);
  });

  test('has a new key for as long before it signs when the rotation had to wait for another', async () => {
    const waiting = async () =>
      (
        await auth.pool.query(
          `select from pg_locks join pg_database on pg_database.oid = database
           where datname = current_database() and locktype = 'advisory' and not granted`,
        )
      ).rowCount;
    const { rotation, released } = await transaction(auth.pool, async (tx) => {
      await lockKeys(tx);
      const rotation = rotateKeys(auth.pool, Buffer.from(secret, 'base64url'));
      await expect.poll(waiting).toBe(1);
      const { rows } = await tx.query<{ now: Date }>('select clock_timestamp() as now');
      return { rotation: { done: rotation }, released: rows[0]?.now };
    });
    const { rowCount } = await auth.pool.query(
      "select from signing_keys where kid = $1 and signs_from >= $2::timestamptz + interval '10 s'",
      [await rotation.done, released],
    );
    expect(rowCount).toBe(1);
  });

  test('always has one key that signs, also when it is rotated twice in a row', async () => {
    const bytes = Buffer.from(secret, 'base64url');
    await rotateKeys(auth.pool, bytes);
    await rotatedAgo(5);
    const last = await rotateKeys(auth.pool, bytes);
    const signing = new Set<string>();
    for (let seconds = 0; seconds < 12; seconds += 1) {
      signing.add(headerOf(await (await openKeys(auth.pool, bytes)).sign({})).kid);
      await rotatedAgo(1);
    }
    expect([signing.size, [...signing].at(-1)]).toEqual([3, last]);
  });

  test('has old keys after a rotation until their last token has expired', async () => {
    const bytes = Buffer.from(secret, 'base64url');
    await auth.pool.query('delete from signing_keys');
    const before = await openKeys(auth.pool, bytes);
    const old = await before.sign({ sub: 'x' });
    const kid = await rotateKeys(auth.pool, bytes);
    await rotatedAgo(10);
    const after = await openKeys(auth.pool, bytes);
    expect((await after.publicSet()).keys.map((key) => key.kid)).toEqual([kid, headerOf(old).kid]);
    expect(headerOf(await after.sign({ sub: 'x' })).kid).toBe(kid);
    const kidsWhenRetiredFor = async (seconds: number) => {
      await auth.pool.query(
        'update signing_keys set retired_at = now() - make_interval(secs => $1) where retired_at is not null',
        [seconds],
      );
      return (await (await openKeys(auth.pool, bytes)).publicSet()).keys.map((key) => key.kid);
    };
    expect(await kidsWhenRetiredFor(lifetimes.retiredKey - 60)).toEqual([kid, headerOf(old).kid]);
    expect(await kidsWhenRetiredFor(lifetimes.retiredKey + 60)).toEqual([kid]);
  });

  describe('of which a key was stolen', () => {
    const bytes = Buffer.from(secret, 'base64url');
    const open = () => openKeys(auth.pool, bytes);
    const signed = async (keys: SigningKeys) => headerOf(await keys.sign({ sub: 'x' })).kid;
    const counts = (token: string, keys: SigningKeys) =>
      jwtVerify(token, keys.find).then(
        () => true,
        () => false,
      );
    beforeEach(async () => void (await auth.pool.query('delete from signing_keys')));

    test('no longer has it after four seconds; until then its successor is public, and nobody gets a token that is refused', async () => {
      const before = await open();
      const stolen = await before.sign({ sub: 'x' });
      const { kid, seconds, next } = await retireKey(auth.pool, bytes);
      expect([kid, seconds]).toEqual([headerOf(stolen).kid, 4]);
      const during = await open();
      expect((await during.publicSet()).keys.map((key) => key.kid).sort()).toEqual([kid, next].sort());
      expect(await signed(during)).toBe(kid);
      await rotatedAgo(2);
      expect(await signed(await open())).toBe(kid);
      await rotatedAgo(2);
      const after = await open();
      expect((await after.publicSet()).keys.map((key) => key.kid)).toEqual([next]);
      expect(await signed(after)).toBe(next);
      expect(await counts(stolen, after)).toBe(false);
      expect(await counts(await after.sign({}), during)).toBe(true);
      // An instance that runs notices by itself.
      await expect.poll(() => counts(stolen, before), { timeout: 10_000 }).toBe(false);
      expect(await retireKey(auth.pool, bytes, kid)).toEqual({ kid, seconds: null, next: null });
    });

    test('ends a replaced key at once, and keeps the one that signs', async () => {
      const old = await (await open()).sign({ sub: 'x' });
      const newest = await rotateKeys(auth.pool, bytes);
      await rotatedAgo(10);
      const { kid } = headerOf(old);
      expect(await retireKey(auth.pool, bytes, kid)).toEqual({ kid, seconds: 0, next: null });
      const keys = await open();
      expect([await counts(old, keys), await signed(keys)]).toEqual([false, newest]);
      const states = (await listKeys(auth.pool)).map((key) => [key.kid, key.state]);
      expect(states).toEqual([
        [newest, 'signs'],
        [kid, 'ended'],
      ]);
    });

    test.each([0, 1])('has one that signs at every moment, also right after a rotation (%i)', async (which) => {
      const first = await signed(await open());
      const waiting = await rotateKeys(auth.pool, bytes);
      await rotatedAgo(2);
      const stolen = [first, waiting][which];
      const begun = performance.now();
      const { next } = await retireKey(auth.pool, bytes, stolen);
      for (let seconds = 0; seconds < 12; seconds += 1) {
        const kid = await signed(await open());
        const overMeanwhile = seconds + (performance.now() - begun) / 1000 >= 4;
        expect(seconds >= 4 ? [next] : overMeanwhile ? [first, next] : [first]).toContain(kid);
        await rotatedAgo(1);
      }
      expect((await listKeys(auth.pool)).find(({ kid }) => kid === stolen)?.state).toBe('ended');
    });

    test('refuses an unknown name, and lists the known ones', async () => {
      const kid = await signed(await open());
      const error = await retireKey(auth.pool, bytes, 'nothing').catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(CommandFailed);
      expect(String(error)).toContain(kid);
    });

    test('refuses two at once, and ends neither', async () => {
      const kid = await signed(await open());
      const other = await rotateKeys(auth.pool, bytes);
      const secrets = { secret: bytes, resealMore: async () => 0 };
      await expect(manageKeys(auth.pool, secrets, ['retire', kid, other])).rejects.toThrow('Use: list | retire [kid]');
      expect((await listKeys(auth.pool)).map(({ endsAt }) => endsAt)).toEqual([null, null]);
    });
  });
});

const headerOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());

describe('a forged token', () => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

  test.each<[string, (claims: JWTPayload, token: string) => Promise<string> | string]>([
    ['without a signature', (claims) => `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`],
    [
      'signed with the public key as a shared secret',
      async (claims, token) => {
        const publicKey = await importJWK((await jwks(service))[0], 'ES256', { extractable: true });
        const shared = new TextEncoder().encode(await exportSPKI(publicKey as CryptoKey));
        return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: headerOf(token).kid }).sign(shared);
      },
    ],
    [
      'signed with another key under our key id',
      async (claims, token) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'ES256', kid: headerOf(token).kid })
          .sign((await generateKeyPair('ES256')).privateKey),
    ],
    [
      'of another person',
      (claims, token) => [token.split('.')[0], encode({ ...claims, sub: uuid() }), token.split('.')[2]].join('.'),
    ],
    ['that has expired', (claims) => signed({ ...claims, exp: Math.floor(Date.now() / 1000) - 120 })],
    ['without an expiry', ({ exp: _exp, ...claims }) => signed(claims)],
    ['of another issuer', (claims) => signed({ ...claims, iss: 'https://evil.example/auth/v1' })],
    ['for another audience', (claims) => signed({ ...claims, aud: 'admin', Tehsil: 'Mardan' })],
  ])('%s is refused everywhere', async (_what, forge) => {
    const person = await service.resident();
    const token = await forge(claimsOf(person.token), person.token);
    const user = await service.user(token);
    expect([user.status, user.body.code]).toEqual([403, 'bad_jwt']);
    expect([401, 403]).toContain((await service.call('/rest/v1/usersdb', { token })).status);
  });

  let service: AuthService;
  const signed = async (claims: JWTPayload) =>
    (await openKeys(service.pool, service.config.SIGNING_KEY_SECRET)).sign(claims);
  beforeAll(async () => {
    service = await startAuth();
  });
  afterAll(() => service?.stop());

  test('a malformed token counts as no token', async () => {
    for (const token of ['anon-key', 'a.b', '']) {
      const { status, body } = await service.user(token);
      expect([status, body.code]).toEqual([401, 'no_authorization']);
    }
    expect(claimsOf((await service.resident()).token).iss).toBe(`${portal}/auth/v1`);
  });
});

describe('after SIGNING_KEY_SECRET was changed', () => {
  const [before, after, wrong] = [randomBytes(32), randomBytes(32), randomBytes(32)];
  let service: AuthService;
  beforeAll(async () => {
    service = await startAuth({ SIGNING_KEY_SECRET: before.toString('base64url') });
    await rotateKeys(service.pool, before);
  });
  afterAll(() => service?.stop());
  const stored = async () => (await service.pool.query('select * from signing_keys order by kid')).rows;
  const nothingMore = async () => 0;

  test('a wrong old secret changes nothing, and the message says why', async () => {
    const keys = await stored();
    await expect(resealKeys(service.pool, wrong, after, nothingMore)).rejects.toThrow(CommandFailed);
    await expect(manageKeys(service.pool, { secret: after, resealMore: nothingMore }, ['reseal'])).rejects.toThrow(
      'SIGNING_KEY_SECRET_OLD',
    );
    expect(await stored()).toEqual(keys);
  });

  test('keys are sealed anew and sign, older tokens are valid, and doing it twice changes nothing', async () => {
    const token = await (await openKeys(service.pool, before)).sign({ sub: 'x' });
    await expect(openKeys(service.pool, after)).rejects.toThrow('SIGNING_KEY_SECRET');
    expect(await resealKeys(service.pool, before, after, nothingMore)).toBe(2);
    const keys = await openKeys(service.pool, after);
    for (const one of [token, await keys.sign({ sub: 'x' })])
      expect((await jwtVerify(one, keys.find)).payload.sub).toBe('x');
    await expect(openKeys(service.pool, before)).rejects.toThrow('SIGNING_KEY_SECRET');
    const once = await stored();
    const secrets = { secret: after, oldSecret: before, resealMore: nothingMore };
    const said = await manageKeys(service.pool, secrets, ['reseal']);
    expect(said).toContain('already');
    expect(await stored()).toEqual(once);
  });

  test('where one of several keys cannot be opened, none is sealed anew', async () => {
    const other = randomBytes(32);
    await rotateKeys(service.pool, other);
    const keys = await stored();
    await expect(resealKeys(service.pool, after, wrong, nothingMore)).rejects.toThrow('Nothing was changed');
    expect(await stored()).toEqual(keys);
  });
});
