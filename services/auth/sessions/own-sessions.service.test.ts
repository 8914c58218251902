import { v7 as uuid } from 'uuid';
import { afterAll, describe, expect, test } from 'vitest';
import { keepSeen, lastSeen } from '../staff/seen.ts';
import { claimsOf, goodPassword, newIp, startAuth } from '../testing/index.ts';

const auth = await startAuth();
afterAll(() => auth.stop());

const phone =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
const laptop = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0';
const list = async (token: string) => (await auth.call('/api/sessions', { token })).body;
const end = (token: string, id: string) => auth.call(`/api/sessions/${id}`, { method: 'DELETE', token });
const sessionOf = (token: string) => claimsOf(token).session_id as string;

/** Someone of each kind, and how they sign in again: a token, with what it takes to use it later. */
const kinds = {
  resident: async () => {
    const { email } = await auth.resident();
    const signIn = (agent: string) =>
      auth.call('/auth/v1/token?grant_type=password', {
        body: { email, password: goodPassword },
        headers: { 'user-agent': agent },
        ip: newIp(),
      });
    return async (agent: string) => (await signIn(agent)).body.access_token as string;
  },
  admin: async () => {
    const { email } = await auth.admin();
    const signIn = (agent: string) =>
      auth.call('/adminsignin', {
        body: { Email: email, Password: goodPassword },
        headers: { 'user-agent': agent },
        ip: newIp(),
      });
    return async (agent: string) => (await signIn(agent)).body.Token as string;
  },
};

describe.each(['resident', 'admin'] as const)('the sessions of an account of kind %s', (kind) => {
  test('are listed, the newest first, with the browser in words and without an address', async () => {
    const signIn = await kinds[kind]();
    const [first, second] = [await signIn(phone), await signIn(laptop)];
    const sessions = await list(first);
    expect(sessions.slice(0, 2)).toEqual([
      { ...shape, id: sessionOf(second), browser: 'Firefox on Linux', current: false },
      { ...shape, id: sessionOf(first), browser: 'Chrome on Android', current: true },
    ]);
    for (const { startedAt, lastSeen: seen } of sessions) {
      expect(Date.now() - Date.parse(startedAt)).toBeLessThan(60_000);
      expect(Date.parse(seen)).toBeGreaterThanOrEqual(Date.parse(startedAt));
    }
    expect(sessions).toHaveLength(3);
  });

  test('end one by one, at once; those of others are 404', async () => {
    const [signIn, other] = [await kinds[kind](), await kinds[kind]()];
    const [first, second, strangers] = [await signIn(phone), await signIn(laptop), await other(phone)];
    for (const id of [sessionOf(strangers), uuid()]) {
      const answer = await end(first, id);
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
    }
    expect((await end(first, 'nonsense')).status).toBe(400);
    expect((await list(strangers)).length).toBe(2);
    expect((await end(first, sessionOf(second).toUpperCase())).status).toBe(204);
    expect((await auth.call('/api/sessions', { token: second })).body.code).toBe('session_ended');
    expect((await list(first)).map(({ id }: { id: string }) => id)).not.toContain(sessionOf(second));
    expect((await end(first, sessionOf(second))).status).toBe(404);
    expect((await end(first, sessionOf(first))).status).toBe(204);
    expect((await auth.call('/api/sessions', { token: first })).status).toBe(401);
  });
});

const shape = { startedAt: expect.any(String), lastSeen: expect.any(String) };

test('a session that was ended is not refreshed either', async () => {
  const { token, refresh } = await auth.resident();
  expect((await end(token, sessionOf(token))).status).toBe(204);
  const answer = await auth.refresh(refresh);
  expect([answer.status, answer.body.code]).toEqual([400, 'refresh_token_not_found']);
});

test('the time when an administrator was last seen is known during a session and after it', async () => {
  const { token } = await auth.admin();
  const { sub: id, session_id: session } = claimsOf(token) as { sub: string; session_id: string };
  await auth.pool.query("update admin_sessions set created_at = now() - interval '7 hours' where id = $1", [session]);
  await auth.pool.query("update admins set seen_at = now() - interval '7 hours' where id = $1", [id]);
  const ago = async () => Date.now() - Number((await lastSeen(auth, 'Mardan')).get(id));
  await list(token);
  await expect.poll(ago).toBeLessThan(60_000);
  await expect.poll(async () => Date.now() - Date.parse((await list(token))[0].lastSeen)).toBeLessThan(60_000);
  await keepSeen(auth);
  await auth.pool.query('delete from admin_sessions where id = $1', [session]);
  expect(await ago()).toBeLessThan(60_000);
});
