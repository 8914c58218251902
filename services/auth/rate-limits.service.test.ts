import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AuthService,
  goodPassword,
  newEmail,
  newIp,
  newIp6,
  newNetwork,
  secretKey,
  startAuth,
  times,
  tooMany,
} from './testing/index.ts';

const auth = await startAuth();
afterAll(() => auth.stop());

describe('wrong passwords', () => {
  test('after ten for an address that IP is refused, also with the right one; other IPs and addresses are not', async () => {
    const [person, other] = [await auth.resident(), await auth.resident()];
    const ip = newIp();
    const wrong = await times(10, () => auth.signIn(person.email, 'wrong password', ip));
    expect(new Set(wrong.map(({ status }) => status))).toEqual(new Set([400]));
    const closed = await auth.signIn(person.email, goodPassword, ip);
    expect(closed).toMatchObject(tooMany('over_request_rate_limit'));
    expect(Number(closed.headers['retry-after'])).toBeGreaterThan(800);
    expect(Number(closed.headers['retry-after'])).toBeLessThanOrEqual(900);
    expect(closed.headers.ratelimit).toMatch(/^"sign-ins";r=0;t=\d+$/);
    expect((await auth.signIn(person.email.toUpperCase(), goodPassword, ip)).status).toBe(429);
    expect((await auth.signIn(person.email)).status).toBe(200);
    expect((await auth.signIn(other.email, goodPassword, ip)).status).toBe(200);
    expect(auth.lines.join('')).toContain('"security":"limit hit"');
  });

  test('sent at the same time are limited as well as one after the other', async () => {
    const person = await auth.resident();
    const ip = newIp();
    const guesses = Array.from({ length: 40 }, () => auth.signIn(person.email, 'wrong password', ip));
    const right = auth.signIn(person.email, goodPassword, ip);
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
    expect((await right).status).toBe(429);
  });

  test('after ten times as many for any addresses that IP is refused for all, also for administrators', async () => {
    const small = await startAuth({ RATE_LIMIT_SIGNINS: '2' });
    try {
      const person = await small.resident();
      const ip = newIp();
      const wrong = await times(20, () => small.signIn(newEmail(), 'wrong password', ip));
      expect(new Set(wrong.map(({ status }) => status))).toEqual(new Set([400]));
      expect((await small.signIn(person.email, goodPassword, ip)).status).toBe(429);
      const Email = newEmail();
      const asAdmin = await small.call('/adminsignin', { body: { Email, Password: 'wrong' }, ip });
      expect(asAdmin).toMatchObject(tooMany('over_request_rate_limit'));
      expect(asAdmin.headers['content-type']).toContain('application/problem+json');
    } finally {
      await small.stop();
    }
  });

  test("an administrator's are counted separately from a resident's", async () => {
    const { email } = await auth.admin();
    const ip = newIp();
    const attempt = (Password: string) => auth.call('/adminsignin', { body: { Email: email, Password }, ip });
    const wrong = await times(10, () => attempt('wrong'));
    expect(new Set(wrong.map(({ status }) => status))).toEqual(new Set([400]));
    expect((await attempt(goodPassword)).status).toBe(429);
    expect((await auth.signIn(email, goodPassword, ip)).status).toBe(400);
  });

  test('as current password count too', async () => {
    const person = await auth.resident();
    const ip = newIp();
    const body = { current_password: 'wrong password' };
    const change = () => auth.call('/auth/v1/user', { method: 'PUT', body, token: person.token, ip });
    expect((await times(10, change)).map(({ status }) => status)).toEqual(Array(10).fill(400));
    const right = { current_password: goodPassword };
    const remove = await auth.call('/auth/v1/user', { method: 'DELETE', body: right, token: person.token, ip });
    expect(remove.status).toBe(429);
  });
});

describe('right passwords', () => {
  // Ten of them, where the usual number is a hundred: each is hashed.
  let small: AuthService;
  beforeAll(async () => {
    small = await startAuth({ RATE_LIMIT_SIGNINS: '1' });
  });
  afterAll(() => small?.stop());

  test('past ten for each wrong one that is allowed, that IP is refused for an address; other IPs and addresses are not', async () => {
    const [person, other] = [await small.resident(), await small.resident()];
    const ip = newIp();
    const right = await times(10, () => small.signIn(person.email, goodPassword, ip));
    expect(new Set(right.map(({ status }) => status))).toEqual(new Set([200]));
    const closed = await small.signIn(person.email, goodPassword, ip);
    expect(closed).toMatchObject(tooMany('over_request_rate_limit'));
    expect(closed.headers.ratelimit).toMatch(/^"right-sign-ins";r=0;t=\d+$/);
    expect((await small.signIn(person.email)).status).toBe(200);
    expect((await small.signIn(other.email, goodPassword, ip)).status).toBe(200);
  });

  test('are limited for administrators, as current password, and as a new one', async () => {
    const ip = newIp();
    const { email: Email } = await small.admin();
    const asAdmin = () => small.call('/adminsignin', { body: { Email, Password: goodPassword }, ip });
    expect((await times(11, asAdmin)).map(({ status }) => status)).toEqual([...Array(10).fill(200), 429]);

    const wishes: ((index: number) => object)[] = [
      () => ({ current_password: goodPassword }),
      (index) => ({ password: `a quite new password ${index}` }),
    ];
    for (const wish of wishes) {
      const { token } = await small.resident();
      const change = (index: number) =>
        small.call('/auth/v1/user', { method: 'PUT', body: wish(index), token, ip: newIp6() });
      // Each from a place of its own: those are not counted together.
      expect((await times(12, change)).map(({ status }) => status)).toEqual(Array(12).fill(200));
      const here = newIp();
      const fromHere = (index: number) =>
        small.call('/auth/v1/user', { method: 'PUT', body: wish(index), token, ip: here });
      expect((await times(11, fromHere)).map(({ status }) => status)).toEqual([...Array(10).fill(200), 429]);
    }
  });
});

describe('the addresses of one IPv6 network (/64)', () => {
  let small: AuthService;
  beforeAll(async () => {
    const limits = ['SIGNINS', 'SIGNUPS', 'SECRETS', 'RECOVERIES'].map((name) => [`RATE_LIMIT_${name}`, '2']);
    small = await startAuth(Object.fromEntries(limits));
  });
  afterAll(() => small?.stop());

  test.each<[string, (ip: string, email: string) => ReturnType<AuthService['call']>]>([
    ['wrong passwords', (ip, email) => small.signIn(email, 'wrong password', ip)],
    ['sign-ups', (ip) => small.call('/auth/v1/signup', { body: { email: newEmail(), password: goodPassword }, ip })],
    [
      'wrong secret keys',
      (ip) => small.call('/api/addTehsil', { body: { newtehsil: 'Somewhere', Secret_Key: 'wrong' }, ip }),
    ],
    ['recoveries', (ip) => small.call('/auth/v1/recover', { body: { email: newEmail() }, ip })],
  ])('are one caller: %s', async (_what, attempt) => {
    const [here, there] = [newNetwork(), newNetwork()];
    const email = newEmail();
    const first = await attempt(`${here}::1`, email);
    expect(first.status).not.toBe(429);
    expect((await attempt(`${here}:ffff:ffff:ffff:ffff`, email)).status).toBe(first.status);
    expect((await attempt(`${here}:a:b:c:d`, email)).status).toBe(429);
    expect((await attempt(`${there}::1`, email)).status).toBe(first.status);
  });
});

test('sign-ups from one IP are limited to twenty an hour', async () => {
  const ip = newIp();
  const signUp = (email = newEmail(), from = ip) =>
    auth.call('/auth/v1/signup', { body: { email, password: goodPassword }, ip: from });
  expect((await times(20, () => signUp())).map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(await signUp()).toMatchObject(tooMany('over_request_rate_limit'));
  expect((await signUp(newEmail(), newIp())).status).toBe(200);
});

test('refreshes are not limited', async () => {
  const person = await auth.resident();
  let refresh = person.refresh;
  for (let time = 0; time < 60; time += 1) {
    const { status, body } = await auth.call('/auth/v1/token?grant_type=refresh_token', {
      body: { refresh_token: refresh },
    });
    expect(status).toBe(200);
    refresh = body.refresh_token;
  }
});

test('sign-ins past the queue are refused with 503, and other requests are answered', async () => {
  const person = await auth.resident();
  const flood = Array.from({ length: 150 }, () => auth.signIn(person.email));
  const tehsils = await auth.call('/rest/v1/tehsils');
  expect(tehsils.status).toBe(200);
  const answers = await Promise.all(flood);
  const refused = answers.filter(({ status }) => status === 503);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(66);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]?.headers['retry-after']).toBe('1');
});

test('without Redis everything works, limits included', async () => {
  const alone = await startAuth({ REDIS_URL: 'redis://127.0.0.1:1' });
  try {
    const person = await alone.resident();
    const ip = newIp();
    const wrong = await times(10, () => alone.signIn(person.email, 'wrong password', ip));
    expect(new Set(wrong.map(({ status }) => status))).toEqual(new Set([400]));
    expect((await alone.signIn(person.email, goodPassword, ip)).status).toBe(429);
    expect((await alone.user(person.token)).status).toBe(200);
    await alone.call('/auth/v1/logout', { method: 'POST', token: person.token });
    expect((await alone.user(person.token)).status).toBe(403);
  } finally {
    await alone.stop();
  }
});

test('the log of all these tests has no password, no token, no address and no secret', async () => {
  const person = await auth.resident();
  await auth.refresh(person.refresh);
  await auth.call(`/auth/v1/verify?token=${person.refresh}&type=signup`);
  const log = auth.lines.join('');
  expect(log).toContain('"security"');
  for (const hidden of [
    person.email,
    '@example.org',
    goodPassword,
    'wrong password',
    person.token,
    person.refresh,
    secretKey,
  ]) {
    expect(log).not.toContain(hidden);
  }
});
