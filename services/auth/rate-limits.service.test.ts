import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuthService, goodPassword, newEmail, newIp, secretKey, startAuth } from './testing/index.ts';

let auth: AuthService;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth?.stop());

const tooMany = (code: string) => ({ status: 429, body: expect.objectContaining({ code }) });
const times = async <T>(count: number, work: (index: number) => Promise<T>) => {
  const results: T[] = [];
  for (let index = 0; index < count; index += 1) results.push(await work(index));
  return results;
};

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

test('sign-ups from one IP are limited to twenty an hour', async () => {
  const ip = newIp();
  const signUp = (email = newEmail(), from = ip) =>
    auth.call('/auth/v1/signup', { body: { email, password: goodPassword }, ip: from });
  expect((await times(20, () => signUp())).map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(await signUp()).toMatchObject(tooMany('over_request_rate_limit'));
  expect((await signUp(newEmail(), newIp())).status).toBe(200);
});

describe('mails to one address', () => {
  test('are limited to four an hour, whatever their purpose', async () => {
    const { email } = await auth.signUp();
    const ask = (path: string) => auth.call(path, { body: { type: 'signup', email }, ip: newIp() });
    for (const path of ['resend', 'recover', 'resend']) expect((await ask(`/auth/v1/${path}`)).status).toBe(200);
    expect(await ask('/auth/v1/recover')).toMatchObject(tooMany('over_email_send_rate_limit'));
    const again = await auth.call('/auth/v1/signup', { body: { email, password: goodPassword }, ip: newIp() });
    expect(again).toMatchObject(tooMany('over_email_send_rate_limit'));
    const other = await auth.resident();
    const change = await auth.call('/auth/v1/user', { method: 'PUT', body: { email: newEmail() }, token: other.token });
    expect(change.status).toBe(200);
  });

  test('are counted for unknown addresses too', async () => {
    const email = newEmail();
    const ask = () => auth.call('/auth/v1/recover', { body: { email }, ip: newIp() });
    expect((await times(4, ask)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await ask()).toMatchObject(tooMany('over_email_send_rate_limit'));
  });

  test('include those to a new address', async () => {
    const person = await auth.resident();
    const email = newEmail();
    const change = () => auth.call('/auth/v1/user', { method: 'PUT', body: { email }, token: person.token });
    expect((await times(4, change)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await change()).toMatchObject(tooMany('over_email_send_rate_limit'));
  });
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
    expect((await alone.call('/auth/v1/user', { token: person.token })).status).toBe(200);
    await alone.call('/auth/v1/logout', { method: 'POST', token: person.token });
    expect((await alone.call('/auth/v1/user', { token: person.token })).status).toBe(403);
  } finally {
    await alone.stop();
  }
});

test('the log of all these tests has no password, no token, no address and no secret', async () => {
  const person = await auth.resident();
  await auth.call('/auth/v1/token?grant_type=refresh_token', { body: { refresh_token: person.refresh } });
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
