import { lifetimes } from '@tma/contracts';
import { afterAll, describe, expect, test } from 'vitest';
import { removeUnconfirmed } from './accounts/remove-unconfirmed.ts';
import { deleteExpiredLinks } from './links/follow-link.store.ts';
import { deleteStaleSessions } from './sessions/sign-ins.store.ts';
import { deleteExpiredAdminSessions } from './staff/admin-sessions.store.ts';
import { newEmail, startAuth, times } from './testing/index.ts';

const auth = await startAuth();
afterAll(() => auth.stop());

const refresh = async (token: string) => (await auth.refresh(token)).body;

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

test("an administrator's session is known until it is signed out, or its token has expired by every clock", async () => {
  const sessions = async () => (await auth.pool.query('select from admin_sessions')).rowCount;
  const [first] = [await auth.admin(), await auth.admin()];
  expect(await sessions()).toBe(2);
  await auth.call('/adminsignout', { method: 'POST', token: first.token });
  expect(await sessions()).toBe(1);
  for (const [more, left] of [
    [-60, 1],
    [60, 0],
  ] as const) {
    const seconds = lifetimes.endedSession + more;
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

test('sessions and tokens are deleted however many there are', async () => {
  const { id } = await auth.resident();
  await auth.pool.query(
    `with ended as (
       insert into sessions (id, user_id, method, refreshed_at)
       select gen_random_uuid(), $1::uuid, 'password', '2020-01-01' from generate_series(1, 5001)
     )
     insert into refresh_tokens (hash, session_id, used_at)
     select sha256(n::text::bytea), sessions.id, '2020-01-01' from sessions, generate_series(1, 5001) n where user_id = $1`,
    [id],
  );
  await deleteStaleSessions(auth.pool);
  const { rows } = await auth.pool.query(
    `select (select count(*)::int from sessions where user_id = $1) as sessions,
       (select count(*)::int from refresh_tokens join sessions on sessions.id = session_id where user_id = $1) as tokens`,
    [id],
  );
  expect(rows).toEqual([{ sessions: 1, tokens: 1 }]);
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

describe('an account that is not confirmed', () => {
  /** Moves everything that its lifetime could count from. */
  const waitsSince = (id: string, seconds: number) =>
    auth.pool.query(
      `update users set created_at = created_at - make_interval(secs => $2),
         confirmation_sent_at = confirmation_sent_at - make_interval(secs => $2),
         recovery_sent_at = recovery_sent_at - make_interval(secs => $2) where id = $1`,
      [id, seconds],
    );
  const exists = async (id: string) => (await auth.pool.query('select from users where id = $1', [id])).rowCount === 1;

  test('is removed once its last mail is older than its lifetime, and no earlier; an event tells the other services', async () => {
    const { id, email } = await auth.signUp(newEmail(), { first_name: 'Sana' });
    await waitsSince(id, lifetimes.unconfirmedAccount - 60);
    await removeUnconfirmed(auth.pool);
    expect([await exists(id), await auth.eventsOf('AccountDeleted', id)]).toEqual([true, []]);
    await waitsSince(id, 120);
    await Promise.all([removeUnconfirmed(auth.pool), removeUnconfirmed(auth.pool)]);
    expect([await exists(id), await auth.eventsOf('AccountDeleted', id)]).toEqual([false, [{ id }]]);
    // The address is free again for whoever reads its mails.
    const person = await auth.resident();
    await auth.updateUser(person.token, { email });
    const { path } = await auth.linkOf('EmailChangeRequested', person.id);
    await auth.call(path);
    expect((await auth.signIn(email)).body.user.id).toBe(person.id);
  });

  test.each(['resend', 'recover'])(
    'waits anew from a mail by /%s on: its link is good until it expires',
    async (path) => {
      const { id, email } = await auth.signUp();
      await waitsSince(id, lifetimes.unconfirmedAccount + 60);
      await auth.call(`/auth/v1/${path}`, { body: { type: 'signup', email } });
      await removeUnconfirmed(auth.pool);
      expect(await exists(id)).toBe(true);
    },
  );

  test('is never removed once it is confirmed', async () => {
    const person = await auth.resident();
    await waitsSince(person.id, 100 * lifetimes.unconfirmedAccount);
    await removeUnconfirmed(auth.pool);
    expect((await auth.signIn(person.email)).status).toBe(200);
  });

  test('is removed however many there are', async () => {
    const ids = (
      await times(250, () =>
        auth.pool.query(
          `insert into users (id, email, password_hash, created_at)
       values (gen_random_uuid(), gen_random_uuid() || '@example.org', '', '2020-01-01') returning id`,
        ),
      )
    ).map(({ rows }) => rows[0]?.id as string);
    await removeUnconfirmed(auth.pool);
    expect((await auth.pool.query('select from users where id = any($1)', [ids])).rowCount).toBe(0);
  });
});
