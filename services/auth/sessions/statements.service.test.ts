import { lifetimes } from '@tma/contracts';
import { transaction } from '@tma/kit';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { deleteSessions } from '../credentials/session/sessions.store.ts';
import { claimsOf, startAuth } from '../testing/index.ts';

const auth = await startAuth();
afterEach(() => vi.restoreAllMocks());
afterAll(() => auth.stop());

const { refresh, user } = auth;

describe('frequent calls', () => {
  test('take one prepared statement each, a sign-in two, and no transaction', async () => {
    const person = await auth.resident();
    const query = vi.spyOn(auth.pool, 'query');
    const connect = vi.spyOn(auth.pool, 'connect');
    /** Without what an instance asks once a second, whoever calls: the keys, and which sessions have ended. */
    const asked = () => {
      const prepared = (query.mock.calls as unknown[][]).flatMap(([statement]) =>
        statement instanceof Object && 'name' in statement ? [statement.name] : [],
      );
      const inTransactions = connect.mock.calls.length - query.mock.calls.length;
      for (const spy of [query, connect]) spy.mockClear();
      return [...prepared, inTransactions];
    };
    expect((await user(person.token)).status).toBe(200);
    expect(asked()).toEqual([expect.any(String), 0]);
    expect((await refresh(person.refresh)).status).toBe(200);
    expect(asked()).toEqual([expect.any(String), 0]);
    expect((await auth.signIn(person.email)).status).toBe(200);
    expect(asked()).toEqual([expect.any(String), expect.any(String), 0]);
  });

  test('go on where a newer version adds columns, on the same connections', async () => {
    const person = await auth.resident();
    const all = async (turn: number) => {
      const { status, body } = await refresh(person.refresh);
      const others = [await user(person.token), await auth.signIn(person.email)];
      person.refresh = body.refresh_token;
      expect([turn, status, ...others.map((one) => one.status)]).toEqual([turn, 200, 200, 200]);
    };
    await all(1);
    for (const table of ['users', 'profiles', 'sessions', 'refresh_tokens']) {
      await auth.pool.query(`alter table ${table} add column newer text`);
    }
    await all(2);
  });
});

describe('a refresh', () => {
  test('that waits while the session is ended finds no session', async () => {
    const person = await auth.resident();
    const waiting = await transaction(auth.pool, async (tx) => {
      await deleteSessions(tx, person.id);
      const answer = refresh(person.refresh);
      await auth.somebodyWaits();
      return { answer };
    });
    const { status, body } = await waiting.answer;
    expect([status, body.code]).toEqual([400, 'refresh_token_not_found']);
  });

  test('by a token that was used long ago leaves no successor, also where ending the session fails at first', async () => {
    const person = await auth.resident();
    await refresh(person.refresh);
    await auth.pool.query('update refresh_tokens set used_at = used_at - make_interval(secs => $1)', [
      lifetimes.refreshGrace + 1,
    ]);
    const tokens = async () => {
      const { rows } = await auth.pool.query('select count(*)::int as n from refresh_tokens where session_id = $1', [
        claimsOf(person.token).session_id,
      ]);
      return rows[0]?.n;
    };
    expect(await tokens()).toBe(2);
    await auth.pool.query('alter table ended_sessions rename to ended_sessions_away');
    expect((await refresh(person.refresh)).status).toBeGreaterThanOrEqual(500);
    await auth.pool.query('alter table ended_sessions_away rename to ended_sessions');
    expect(await tokens()).toBe(2);
    expect((await refresh(person.refresh)).body.code).toBe('refresh_token_already_used');
    expect(await tokens()).toBe(0);
  });

  test('that cannot be signed, as no key can be read, does not use the token', async () => {
    const person = await auth.resident();
    await auth.pool.query('alter table signing_keys rename to signing_keys_away');
    // For a second the keys that were read last are taken.
    await expect.poll(async () => (await user(person.token)).status).toBeGreaterThanOrEqual(500);
    expect((await refresh(person.refresh)).status).toBeGreaterThanOrEqual(500);
    await auth.pool.query('alter table signing_keys_away rename to signing_keys');
    const { rows } = await auth.pool.query('select used_at from refresh_tokens where session_id = $1', [
      claimsOf(person.token).session_id,
    ]);
    expect(rows).toEqual([{ used_at: null }]);
    expect((await refresh(person.refresh)).status).toBe(200);
  });

  test('keeps the newest tokens of its session and the first of each hour, so that reusing one ends the session', async () => {
    const person = await auth.resident();
    const sessionId = claimsOf(person.token).session_id;
    // A thief used one in the first hour, and refreshed without end in the next. Of each two one is of a tab that never came back.
    await auth.pool.query(
      `insert into refresh_tokens (hash, session_id, created_at, used_at)
       select sha256(convert_to($1 || n, 'utf8')), $1::uuid,
         date_trunc('hour', now()) - interval '2 hours' + make_interval(hours => least(n, 1), secs => n),
         case when n % 2 = 0 then now() - interval '1 min' end
       from generate_series(0, 1000) n`,
      [sessionId],
    );
    const rows = async () =>
      (await auth.pool.query('select from refresh_tokens where session_id = $1', [sessionId])).rowCount;
    // What every sixteenth does.
    const random = vi.spyOn(Math, 'random').mockReturnValue(0);
    expect((await refresh(person.refresh)).status).toBe(200);
    random.mockRestore();
    expect(await rows()).toBe(1 + 10 + 200 + 1);
    for (const n of [11, 12, 801])
      expect((await refresh(`${sessionId}${n}`)).body.code).toBe('refresh_token_not_found');
    expect((await refresh(`${sessionId}999`)).status).toBe(200);
    expect((await refresh(`${sessionId}0`)).body.code).toBe('refresh_token_already_used');
    expect(await rows()).toBe(0);
  });
});

test('a sign-in ends the longest unused sessions of an account beyond a thousand without a valid token, 500 at most', async () => {
  const { id, email } = await auth.resident();
  await auth.pool.query(
    `insert into sessions (id, user_id, method, refreshed_at)
     select gen_random_uuid(), $1, 'password', now() - make_interval(days => 1, mins => n) from generate_series(1, 1510) n`,
    [id],
  );
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const afterSignIn = async () => {
    expect((await auth.signIn(email)).status).toBe(200);
    const { rows } = await auth.pool.query(
      `select count(*)::int as all, max(now() - refreshed_at) < interval '1 day 1001 mins' as newest from sessions where user_id = $1`,
      [id],
    );
    return rows[0];
  };
  // The one that they had, and that of each sign-in, have valid tokens.
  expect(await afterSignIn()).toEqual({ all: 1010 + 2, newest: false });
  expect(await afterSignIn()).toEqual({ all: 1000 + 3, newest: true });
});
