import { lifetimes } from '@tma/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteExpiredAdminSessions } from './stores/admins.store.ts';
import { deleteExpiredLinks } from './stores/links.store.ts';
import { deleteStaleSessions } from './stores/sessions.store.ts';
import { type AuthService, startAuth } from './testing/index.ts';

let auth: AuthService;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth?.stop());

const refresh = async (refreshToken: string) => {
  const body = { refresh_token: refreshToken };
  return (await auth.call('/auth/v1/token?grant_type=refresh_token', { body })).body;
};

test('a session is deleted once it was not refreshed for its lifetime, and no earlier', async () => {
  const person = await auth.resident();
  const refreshedAgo = (seconds: number) =>
    auth.pool.query('update sessions set refreshed_at = now() - make_interval(secs => $2) where user_id = $1', [
      person.id,
      seconds,
    ]);
  await refreshedAgo(lifetimes.session - 60);
  await deleteStaleSessions(auth.pool);
  const { refresh_token: next } = await refresh(person.refresh);
  await refreshedAgo(lifetimes.session + 60);
  await deleteStaleSessions(auth.pool);
  expect((await refresh(next)).code).toBe('refresh_token_not_found');
});

test("an administrator's session is known until it is signed out, or its token has expired", async () => {
  const sessions = async () => (await auth.pool.query('select from admin_sessions')).rowCount;
  const [first] = [await auth.admin(), await auth.admin()];
  expect(await sessions()).toBe(2);
  await auth.call('/adminsignout', { method: 'POST', token: first.token });
  expect(await sessions()).toBe(1);
  for (const [more, left] of [
    [-60, 1],
    [60, 0],
  ] as const) {
    const seconds = lifetimes.accessToken.admin + more;
    await auth.pool.query('update admin_sessions set created_at = now() - make_interval(secs => $1)', [seconds]);
    await deleteExpiredAdminSessions(auth.pool);
    expect(await sessions()).toBe(left);
  }
});

test('a used refresh token is known for its lifetime, and no longer', async () => {
  const person = await auth.resident();
  await refresh(person.refresh);
  const usedTokens = async (seconds: number) => {
    await auth.pool.query(
      'update refresh_tokens set used_at = now() - make_interval(secs => $1) where used_at is not null',
      [seconds],
    );
    await deleteStaleSessions(auth.pool);
    const { rowCount } = await auth.pool.query(
      'select from refresh_tokens join sessions on sessions.id = session_id where user_id = $1 and used_at is not null',
      [person.id],
    );
    return rowCount;
  };
  expect(await usedTokens(lifetimes.usedRefreshToken - 60)).toBe(1);
  expect(await usedTokens(lifetimes.usedRefreshToken + 60)).toBe(0);
});

test('an expired link is known for its lifetime, and no longer', async () => {
  const { id } = await auth.signUp();
  const links = async (seconds: number) => {
    await auth.pool.query('update links set expires_at = now() - make_interval(secs => $2) where user_id = $1', [
      id,
      seconds,
    ]);
    await deleteExpiredLinks(auth.pool);
    return (await auth.pool.query('select from links where user_id = $1', [id])).rowCount;
  };
  expect(await links(lifetimes.expiredLink - 60)).toBe(1);
  expect(await links(lifetimes.expiredLink + 60)).toBe(0);
});
