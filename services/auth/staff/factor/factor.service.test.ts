import { randomBytes } from 'node:crypto';
import { administratorLinkKind } from '@tma/contracts';
import { createLinkToken, transaction } from '@tma/kit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type AuthService,
  claimsOf,
  goodPassword,
  newEmail,
  newIp,
  secretKey,
  startAuth,
  times,
  tooMany,
} from '../../testing/index.ts';
import { codeOf, wrongCodeOf } from '../../testing/totp.ts';
import { manageAdmins } from '../manage.ts';
import { resealFactors } from './reseal.ts';

const sealedWith = randomBytes(32);
let auth: AuthService;
beforeAll(async () => {
  // In the middle of a step: no code becomes another's meanwhile.
  vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 30_000) * 30_000 + 15_000 });
  auth = await startAuth({ SIGNING_KEY_SECRET: sealedWith.toString('base64url') });
});
afterAll(async () => {
  vi.useRealTimers();
  await auth?.stop();
});

type Answer = Awaited<ReturnType<AuthService['call']>>;
const said = ({ status, body }: Answer) => [status, body?.code];
/** The name of the limit that refused a call. */
const limitOf = ({ headers }: Answer) => /^"([\w-]+)"/.exec(String(headers.ratelimit))?.[1];
const callIn = (
  service: AuthService,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  token: string,
  body?: object,
  ip = newIp(),
) => service.call('/adminfactor', { method, token, body, ip });
const factor = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', token: string, body?: object, ip?: string) =>
  callIn(auth, method, token, body, ip);
const signIn = (Email: string, Code?: string, ip = newIp(), Password = goodPassword) =>
  auth.call('/adminsignin', { body: { Email, Password, Code }, ip });
const password = { currentPassword: goodPassword };

/** An administrator with a secret that is not confirmed yet. */
async function beginning() {
  const { email, token } = await auth.admin();
  const { body } = await factor('POST', token, password);
  return { email, token, id: claimsOf(token).sub as string, secret: body.secret as string };
}
/** One with an active factor; the code of the step before was used to confirm it. */
async function withFactor() {
  const person = await beginning();
  const { body } = await factor('PUT', person.token, { code: codeOf(person.secret, -1) });
  return { ...person, recoveryCodes: body.recoveryCodes as string[] };
}

describe('an administrator sets up a second factor', () => {
  test('with the password and a first code; then ten recovery codes are shown, once', async () => {
    const { email, token } = await auth.admin();
    expect((await factor('GET', token)).body).toEqual({ active: false, recoveryCodesLeft: 0 });
    expect(said(await factor('POST', token, { currentPassword: 'wrong' }))).toEqual([400, 'invalid_credentials']);
    const { status, body } = await factor('POST', token, password);
    expect([status, Object.keys(body)]).toEqual([201, ['secret', 'uri']]);
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(body.uri);
    expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
      'otpauth:',
      'totp',
      `/TMA Mardan:${email}`,
    ]);
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      ...{ issuer: 'TMA Mardan', secret: body.secret, algorithm: 'SHA1', digits: '6', period: '30' },
    });
    // Not active yet.
    expect((await signIn(email)).status).toBe(200);
    expect(said(await factor('PUT', token, { code: wrongCodeOf(body.secret) }))).toEqual([400, 'second_factor_wrong']);
    const confirmed = await factor('PUT', token, { code: codeOf(body.secret) });
    expect(confirmed.status).toBe(200);
    expect(new Set(confirmed.body.recoveryCodes).size).toBe(10);
    expect((await factor('GET', token)).body).toEqual({ active: true, recoveryCodesLeft: 10 });
    expect(said(await factor('PUT', token, { code: codeOf(body.secret, 1) }))).toEqual([409, 'factor_active']);
  });

  test('again as long as it is not confirmed; the earlier secret is no longer valid', async () => {
    const { token, secret } = await beginning();
    const { body } = await factor('POST', token, password);
    expect(said(await factor('PUT', token, { code: codeOf(secret) }))).toEqual([400, 'second_factor_wrong']);
    expect((await factor('PUT', token, { code: codeOf(body.secret) })).status).toBe(200);
  });

  test('not in place of an active one, whose removal needs a code of it', async () => {
    const { token } = await withFactor();
    expect(said(await factor('POST', token, password))).toEqual([409, 'factor_active']);
  });

  test('and before that has nothing to confirm or to remove', async () => {
    const { token } = await auth.admin();
    expect(said(await factor('PUT', token, { code: '123456' }))).toEqual([409, 'no_factor']);
    expect(said(await factor('DELETE', token, { ...password, code: '123456' }))).toEqual([409, 'no_factor']);
  });
});

describe('signing in with a second factor', () => {
  test('asks for the code after the right password alone', async () => {
    const { email } = await withFactor();
    expect(said(await signIn(email, undefined, newIp(), 'wrong'))).toEqual([400, 'invalid_credentials']);
    const { status, body } = await signIn(email);
    expect([status, body.code, body.detail]).toEqual([401, 'second_factor_required', 'Enter the code of your app.']);
    expect(said(await signIn(email, ''))).toEqual([401, 'second_factor_required']);
  });

  test('takes the codes of this step, the one before and the one after, each once, in any order', async () => {
    const { email, secret } = await beginning().then(async (person) => {
      await factor('PUT', person.token, { code: codeOf(person.secret) });
      return person;
    });
    const wrong = [401, 'second_factor_wrong'];
    // The code that confirmed it is used up; those two steps off do not count.
    for (const code of [codeOf(secret), codeOf(secret, 3), codeOf(secret, -3), 'nonsense', '٠١٢٣٤٥'])
      expect(said(await signIn(email, code))).toEqual(wrong);
    const later = codeOf(secret, 1);
    expect((await signIn(email, `${later.slice(0, 3)} ${later.slice(3)}`)).status).toBe(200);
    const earlier = codeOf(secret, -1);
    expect((await signIn(email, earlier)).status).toBe(200);
    for (const code of [later, earlier]) expect(said(await signIn(email, code))).toEqual(wrong);
  });

  test('takes a code once also where the clock of another instance is a minute ahead', async () => {
    const { email, secret } = await withFactor();
    const now = Date.now();
    const code = codeOf(secret);
    expect((await signIn(email, code)).status).toBe(200);
    try {
      vi.setSystemTime(now + 60_000);
      expect((await signIn(email, codeOf(secret))).status).toBe(200);
    } finally {
      vi.setSystemTime(now);
    }
    expect(said(await signIn(email, code))).toEqual([401, 'second_factor_wrong']);
  });

  test('takes each recovery code once, however it is written', async () => {
    const { email, token, recoveryCodes } = await withFactor();
    const [first = '', second = ''] = recoveryCodes;
    const others = await withFactor();
    expect(said(await signIn(email, others.recoveryCodes[0]))).toEqual([401, 'second_factor_wrong']);
    expect((await signIn(email, first)).status).toBe(200);
    expect(said(await signIn(email, first))).toEqual([401, 'second_factor_wrong']);
    expect((await signIn(email, ` ${second.toUpperCase().replace('-', ' ')}`)).status).toBe(200);
    expect((await factor('GET', token)).body.recoveryCodesLeft).toBe(8);
  });

  test('twenty times at once with one right code begins one session; so it is with a recovery code', async () => {
    const { email, secret, id, recoveryCodes } = await withFactor();
    const sessions = async () =>
      (await auth.pool.query('select from admin_sessions where admin_id = $1', [id])).rowCount ?? 0;
    for (const code of [codeOf(secret), recoveryCodes[0]]) {
      const before = await sessions();
      const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(email, code)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await sessions()).toBe(before + 1);
    }
  });

  test('refuses after ten wrong codes, however many come at once, and the right one with them', async () => {
    const { email, secret } = await withFactor();
    const ip = newIp();
    const answers = await Promise.all(Array.from({ length: 40 }, () => signIn(email, wrongCodeOf(secret), ip)));
    const statuses = answers.map(({ status }) => status);
    expect([401, 429].map((status) => statuses.filter((one) => one === status).length)).toEqual([10, 30]);
    expect(await signIn(email, codeOf(secret), ip)).toMatchObject(tooMany('over_request_rate_limit'));
    expect((await signIn(email, codeOf(secret))).status).toBe(200);
    expect(auth.lines.join('')).toContain('"security":"admin sign-in failed"');
  });

  test('counts wrong codes of an account from everywhere; a browser that was there before goes on', async () => {
    const { email, secret } = await withFactor();
    const first = await signIn(email, codeOf(secret));
    const cookie = String(first.headers['set-cookie']).split(';')[0] ?? '';
    const wrong = wrongCodeOf(secret);
    const answers = await times(101, () => signIn(email, wrong));
    expect(answers.map(({ status }) => status)).toEqual([...Array(100).fill(401), 429]);
    const here = newIp();
    const refused = await times(11, () => signIn(email, codeOf(secret, 1), here));
    // What this limit refuses is counted in no other.
    expect(new Set(refused.map(limitOf))).toEqual(new Set(['codes']));
    const body = { Email: email, Password: goodPassword, Code: codeOf(secret, 1) };
    expect((await auth.call('/adminsignin', { body, ip: newIp(), headers: { cookie } })).status).toBe(200);
  });
});

test('a code that is refused because of its IP is not counted for its administrator', async () => {
  const small = await startAuth({ RATE_LIMIT_SIGNINS: '1' });
  try {
    const { token } = await small.admin();
    const here = newIp();
    for (let time = 0; time < 10; time += 1) await small.signIn(newEmail(), 'wrong', here);
    const refused = await times(2, () => callIn(small, 'PUT', token, { code: '123456' }, here));
    expect(refused.map(limitOf)).toEqual(['sign-ins-ip', 'sign-ins-ip']);
  } finally {
    await small.stop();
  }
});

describe('removing a second factor', () => {
  test('takes password and code; then the password is enough, and its owner is notified', async () => {
    const { email, token, id, secret } = await withFactor();
    const remove = (currentPassword: string, code: string) => factor('DELETE', token, { currentPassword, code });
    expect(said(await remove('wrong', codeOf(secret)))).toEqual([400, 'invalid_credentials']);
    expect(said(await remove(goodPassword, wrongCodeOf(secret)))).toEqual([400, 'second_factor_wrong']);
    // Used up by confirming.
    expect(said(await remove(goodPassword, codeOf(secret, -1)))).toEqual([400, 'second_factor_wrong']);
    expect((await remove(goodPassword, codeOf(secret))).status).toBe(204);
    expect((await factor('GET', token)).body).toEqual({ active: false, recoveryCodesLeft: 0 });
    expect((await signIn(email)).status).toBe(200);
    expect(await auth.eventsOf('SecondFactorRemoved', id)).toMatchObject([{ id, email, language: 'en' }]);
  });

  test('can be done with a recovery code', async () => {
    const { token, recoveryCodes } = await withFactor();
    expect((await factor('DELETE', token, { ...password, code: recoveryCodes[0] })).status).toBe(204);
  });

  test('is done for another administrator of the tehsil, who is notified; any other is 404', async () => {
    const { email, id, secret } = await withFactor();
    const [head, stranger] = [await auth.admin(), await auth.admin(undefined, 'Takht Bhai')];
    const remove = (token: string) => auth.call(`/api/staff/${id}/factor`, { method: 'DELETE', token });
    expect((await remove(stranger.token)).status).toBe(404);
    expect(said(await signIn(email))).toEqual([401, 'second_factor_required']);
    expect((await remove(head.token)).status).toBe(204);
    expect((await signIn(email)).status).toBe(200);
    expect((await remove(head.token)).status).toBe(204);
    expect(await auth.eventsOf('SecondFactorRemoved', id)).toHaveLength(1);
    const removals = auth.lines.filter((line) => line.includes(`"second factor removed","admin":"${id}"`));
    expect(removals).toHaveLength(1);
    expect(said(await signIn(email, codeOf(secret)))).toEqual([200, undefined]);
  });
});

test('an operator removes it for the only administrator of an office who has lost everything', async () => {
  const { email, id } = await withFactor();
  const remove = () => manageAdmins(auth, ['remove-factor', email]);
  expect(await remove()).toBe(`The second factor of ${email} is removed. They are told by mail.`);
  expect(await remove()).toBe(`${email} has no second factor.`);
  expect((await signIn(email)).status).toBe(200);
  expect(await auth.eventsOf('SecondFactorRemoved', id)).toHaveLength(1);
});

test('a forgotten password is set anew with a code, where there is a second factor', async () => {
  const { email, id, secret } = await withFactor();
  await auth.call('/adminrecover', { body: { Email: email }, ip: newIp() });
  const [mail] = await auth.eventsOf('AdministratorRecoveryRequested', id);
  const { key = '', id: linkId = '' } = mail?.sealedLink ?? {};
  const token = createLinkToken(key, auth.config.LINK_SECRET, administratorLinkKind, linkId);
  const reset = (Code?: string) =>
    auth.call('/adminreset', { body: { token, Password: 'another good password', Code }, ip: newIp() });
  expect(said(await reset())).toEqual([401, 'second_factor_required']);
  expect(said(await reset(wrongCodeOf(secret)))).toEqual([401, 'second_factor_wrong']);
  expect((await signIn(email)).body.code).toBe('second_factor_required');
  const answers = await Promise.all([reset(codeOf(secret)), reset(codeOf(secret)), reset(codeOf(secret, 1))]);
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 410, 410]);
  expect(said(await signIn(email))).toEqual([400, 'invalid_credentials']);
});

test('nothing in the database of factors and recovery codes yields a code', async () => {
  const { id, secret, recoveryCodes } = await withFactor();
  const rows = await auth.pool.query(
    `select encode(sealed_secret, 'escape') as a, encode(mac, 'escape') as b
     from admin_factors join admin_recovery_codes using (admin_id) where admin_id = $1`,
    [id],
  );
  const text = JSON.stringify(rows.rows);
  expect(rows.rowCount).toBe(10);
  for (const code of [secret, ...recoveryCodes, ...recoveryCodes.map((one) => one.replace('-', ''))])
    expect(text).not.toContain(code);
});

test('another SIGNING_KEY_SECRET opens the secrets that were sealed anew, all or none', async () => {
  const { email, secret } = await withFactor();
  const [other, wrong] = [randomBytes(32), randomBytes(32)];
  const reseal = (before: Buffer, after: Buffer) => transaction(auth.pool, (tx) => resealFactors(tx, before, after));
  await expect(reseal(wrong, other)).rejects.toThrow(/ opens the second factor of administrator [\w-]{36}\. /);
  expect((await signIn(email, codeOf(secret))).status).toBe(200);
  expect(await reseal(sealedWith, other)).toBeGreaterThan(0);
  expect(await reseal(sealedWith, other)).toBe(0);
  expect(await reseal(other, sealedWith)).toBeGreaterThan(0);
  expect((await signIn(email, codeOf(secret, 1))).status).toBe(200);
});

describe('where ADMIN_SECOND_FACTOR is required', () => {
  let strict: AuthService;
  beforeAll(async () => {
    strict = await startAuth({ ADMIN_SECOND_FACTOR: 'required' });
  });
  afterAll(() => strict?.stop());

  test('who has none sets one up after signing in, and can do nothing else before', async () => {
    const { email } = await strict.admin();
    const enter = (Code?: string) =>
      strict.call('/adminsignin', { body: { Email: email, Password: goodPassword, Code }, ip: newIp() });
    const first = await enter();
    expect([first.status, first.body.enrol]).toEqual([200, true]);
    const token = first.body.Token as string;
    const closed = ['/api/admins', '/api/sessions'].map((url) => strict.call(url, { token }));
    const others = [
      strict.call('/adminlanguage', { method: 'PUT', token, body: { language: 'ur' } }),
      strict.call('/api/addTehsil', { token, body: { newtehsil: 'Swabi', Secret_Key: secretKey } }),
    ];
    for (const answer of await Promise.all([...closed, ...others]))
      expect(said(answer)).toEqual([403, 'second_factor_required']);
    expect((await callIn(strict, 'GET', token)).body.active).toBe(false);
    const { body } = await callIn(strict, 'POST', token, password);
    expect((await callIn(strict, 'PUT', token, { code: codeOf(body.secret) })).status).toBe(200);
    expect(said(await strict.call('/api/admins', { token }))).toEqual([403, 'second_factor_required']);
    expect((await strict.call('/adminsignout', { method: 'POST', token })).status).toBe(204);
    const whole = await enter(codeOf(body.secret, 1));
    expect([whole.status, 'enrol' in whole.body]).toEqual([200, false]);
    expect((await strict.call('/api/admins', { token: whole.body.Token })).status).toBe(200);
  });
});
