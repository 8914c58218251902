import { lifetimes } from '@tma/contracts';
import { afterAll, describe, expect, test } from 'vitest';
import { type AuthService, goodPassword, newEmail, newIp, startAuth, times, tooMany } from './testing/index.ts';

/** Twenty wrong passwords from an IP close it; two for an address. */
const auth = await startAuth({ RATE_LIMIT_SIGNINS: '2' });
afterAll(() => auth.stop());

type Answer = Awaited<ReturnType<AuthService['call']>>;
const cookieOf = ({ headers }: Answer) => String(headers['set-cookie']).split(';')[0] ?? '';
const kinds = {
  resident: (email: string, password: string, ip: string, cookie = '') =>
    auth.call('/auth/v1/token?grant_type=password', { body: { email, password }, ip, headers: { cookie } }),
  admin: (Email: string, Password: string, ip: string, cookie = '') =>
    auth.call('/adminsignin', { body: { Email, Password }, ip, headers: { cookie } }),
};
/** Makes an IP one that guesses have come from: nobody signs in from there who has not been there before. */
async function closedIp() {
  const ip = newIp();
  await times(20, () => kinds.resident(newEmail(), 'wrong password', ip));
  return ip;
}

describe.each(Object.entries(kinds))('a browser in which a %s has signed in', (kind, signIn) => {
  const person = async () => (kind === 'admin' ? auth.admin() : auth.resident());

  test('has a cookie that pages do not read, of its own for each sign-in', async () => {
    const { email } = await person();
    const [one, two] = await times(2, () => signIn(email, goodPassword, newIp()));
    if (!one || !two) throw new Error('nobody signed in');
    expect(String(one.headers['set-cookie'])).toMatch(
      new RegExp(`^device=[\\w.-]+; Max-Age=${lifetimes.device}; Path=/; HttpOnly; SameSite=Lax$`, 'i'),
    );
    expect(cookieOf(one)).not.toBe(cookieOf(two));
    expect((await signIn(email, 'wrong password', newIp())).headers['set-cookie']).toBeUndefined();
  });

  test('can sign in from an IP from which somebody else guesses; an unknown browser cannot', async () => {
    const { email } = await person();
    const cookie = cookieOf(await signIn(email, goodPassword, newIp()));
    const ip = await closedIp();
    expect(await signIn(email, goodPassword, ip)).toMatchObject(tooMany('over_request_rate_limit'));
    expect((await signIn(email, goodPassword, ip, `lang=ur; ${cookie}`)).status).toBe(200);
  });

  test('may guess as often as an address may, and keeps nobody else out', async () => {
    const { email } = await person();
    const cookie = cookieOf(await signIn(email, goodPassword, newIp()));
    const ip = newIp();
    expect((await times(2, () => signIn(email, 'wrong password', ip, cookie))).map(({ status }) => status)).toEqual([
      400, 400,
    ]);
    expect(await signIn(email, goodPassword, newIp(), cookie)).toMatchObject(tooMany('over_request_rate_limit'));
    expect((await signIn(email, goodPassword, ip)).status).toBe(200);
  });

  test('has no more attempts by signing in again and again: all browsers of an account together have those of an address', async () => {
    const { email } = await person();
    const cookies = await times(11, async () => cookieOf(await signIn(email, goodPassword, newIp())));
    for (const cookie of cookies.slice(0, 10)) {
      const answers = await times(2, () => signIn(email, 'wrong password', newIp(), cookie));
      expect(answers.map(({ status }) => status)).toEqual([400, 400]);
    }
    expect(await signIn(email, goodPassword, newIp(), cookies[10])).toMatchObject(tooMany('over_request_rate_limit'));
    expect((await signIn(email, goodPassword, newIp())).status).toBe(200);
  });

  test('is known to that account alone, and not by a cookie that was altered', async () => {
    const [owner, other] = [await person(), await person()];
    const cookie = cookieOf(await signIn(owner.email, goodPassword, newIp()));
    const ip = await closedIp();
    expect((await signIn(other.email, goodPassword, ip, cookie)).status).toBe(429);
    const [id, expires, signature] = cookie.split('.');
    const altered = [
      `${id}0.${expires}.${signature}`,
      `${id}.${Number(expires) + 1}.${signature}`,
      `${id}.${expires}.`,
      'device=',
    ];
    for (const one of altered) expect((await signIn(owner.email, goodPassword, ip, one)).status).toBe(429);
    expect((await signIn(owner.email, goodPassword, ip, cookie)).status).toBe(200);
  });
});

test('a known browser, too, is refused after a hundred right passwords of an address and IP', async () => {
  const { email } = await auth.resident();
  const ip = newIp();
  let cookie = '';
  const statuses = await times(21, async () => {
    const answer = await kinds.resident(email, goodPassword, ip, cookie);
    cookie = cookieOf(answer);
    return answer.status;
  });
  expect(statuses).toEqual([...Array(20).fill(200), 429]);
});
