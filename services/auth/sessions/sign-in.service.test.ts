import { lifetimes, Session } from '@tma/contracts';
import { afterAll, describe, expect, test } from 'vitest';
import { type AuthService, claimsOf, goodPassword, newEmail, newIp, portal, startAuth } from '../testing/index.ts';

const auth = await startAuth({ ALLOWED_REDIRECTS: 'https://app.example/in' });
afterAll(() => auth.stop());

const { refresh } = auth;
/** Makes used refresh tokens as old as if they had been used that many seconds earlier. */
const usedAgo = (seconds: number) =>
  auth.pool.query('update refresh_tokens set used_at = used_at - make_interval(secs => $1)', [seconds]);

describe('signing in', () => {
  test('answers with a session in the form of the contract', async () => {
    const { email, id } = await auth.resident({ first_name: 'Sana', tehsil: 'Mardan' });
    const { status, body, headers } = await auth.signIn(email.toUpperCase());
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(Session.strict().parse(body).weak_password).toBeNull();
    const claims = claimsOf(body.access_token);
    expect(claims).toMatchObject({
      sub: id,
      aud: 'authenticated',
      role: 'authenticated',
      email,
      aal: 'aal1',
      iss: `${portal}/auth/v1`,
      user_metadata: { first_name: 'Sana', last_name: '', contact_number: '', tehsil: 'Mardan', location: '' },
    });
    expect(claims.amr).toEqual([{ method: 'password', timestamp: expect.any(Number) }]);
    expect(claims.exp - claims.iat).toBe(lifetimes.accessToken.resident);
    expect(body.expires_in).toBe(lifetimes.accessToken.resident);
    expect(body.expires_at).toBe(claims.exp);
    expect((await auth.user(body.access_token)).body).toMatchObject({ id, email });
  });

  test('answers the same for a wrong password and an unknown address', async () => {
    const { email } = await auth.resident();
    const wrong = await auth.signIn(email, 'wrong password');
    const unknown = await auth.signIn(newEmail(), 'wrong password');
    const odd = await auth.signIn('no address at all\u0000', goodPassword);
    const huge = await auth.signIn(email, 'x'.repeat(100_000));
    const none = await auth.call('/auth/v1/token?grant_type=password', { body: { email }, ip: newIp() });
    const expected = { code: 'invalid_credentials', message: 'Invalid login credentials' };
    for (const { status, body } of [wrong, unknown, odd, huge, none]) expect([status, body]).toEqual([400, expected]);
  });

  test('before the confirmation is refused with its reason only after the right password', async () => {
    const { email } = await auth.signUp();
    expect((await auth.signIn(email, 'wrong password')).body.code).toBe('invalid_credentials');
    const { status, body } = await auth.signIn(email);
    expect([status, body]).toEqual([400, { code: 'email_not_confirmed', message: 'Email not confirmed' }]);
  });

  test('by another grant is refused', async () => {
    const { status, body } = await auth.call('/auth/v1/token?grant_type=pkce', { body: {} });
    expect([status, body]).toEqual([400, { code: 'invalid_credentials', message: 'unsupported_grant_type' }]);
  });
});

describe('refreshing', () => {
  test('gives a new pair, with the profile as it is now', async () => {
    const person = await auth.resident();
    await auth.call('/auth/v1/user', { method: 'PUT', token: person.token, body: { data: { location: 'New Road' } } });
    const { status, body } = await refresh(person.refresh);
    expect(status).toBe(200);
    expect(body.refresh_token).not.toBe(person.refresh);
    expect(claimsOf(body.access_token)).toMatchObject({
      session_id: claimsOf(person.token).session_id,
      amr: claimsOf(person.token).amr,
      user_metadata: { location: 'New Road', first_name: 'Sana' },
    });
  });

  test('from ten tabs at once leaves one live session', async () => {
    const person = await auth.resident();
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(person.refresh)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map(({ body }) => claimsOf(body.access_token).session_id)).size).toBe(1);
    const next = await Promise.all(answers.map(({ body }) => refresh(body.refresh_token)));
    expect(next.map(({ status }) => status)).toEqual(Array(10).fill(200));
  });

  test('with a token used long ago ends the session at once, and is logged', async () => {
    const person = await auth.resident();
    const { body: next } = await refresh(person.refresh);
    // Time goes on meanwhile.
    await usedAgo(lifetimes.refreshGrace - 5);
    expect((await refresh(person.refresh)).status).toBe(200);
    await usedAgo(6);
    const reused = await refresh(person.refresh);
    expect(reused.status).toBe(400);
    expect(reused.body).toEqual({ code: 'refresh_token_already_used', message: 'Invalid Refresh Token: Already Used' });
    expect((await refresh(next.refresh_token)).body.code).toBe('refresh_token_not_found');
    expect((await auth.user(next.access_token)).body.code).toBe('session_not_found');
    expect((await auth.call('/rest/v1/usersdb', { token: next.access_token })).status).toBe(401);
    expect(auth.lines.join('')).toMatch(new RegExp(`"security":"refresh token reused","account":"${person.id}"`));
  });

  test.each([
    ['nothing', undefined, 'validation_failed'],
    ['a made-up token', 'made-up', 'refresh_token_not_found'],
  ])('with %s is refused', async (_what, token, code) => {
    const { status, body } = await refresh(token);
    expect([status, body.code]).toEqual([400, code]);
  });
});

describe('signing out', () => {
  const session = async (email: string) => (await auth.signIn(email)).body;
  const isAlive = async ({ access_token, refresh_token }: { access_token: string; refresh_token: string }) => {
    const user = await auth.user(access_token);
    const next = await refresh(refresh_token);
    const rows = await auth.call('/rest/v1/usersdb', { token: access_token });
    expect([user.status, rows.status, next.status]).toEqual(user.status === 200 ? [200, 200, 200] : [403, 401, 400]);
    return user.status === 200;
  };

  test.each([
    ['?scope=local', [false, true, true]],
    ['?scope=others', [true, false, false]],
    ['?scope=global', [false, false, false]],
    ['', [false, false, false]],
  ])('%s ends the right sessions, at once', async (query, alive) => {
    const { email } = await auth.resident();
    const sessions = [await session(email), await session(email), await session(email)];
    const { status } = await auth.call(`/auth/v1/logout${query}`, { method: 'POST', token: sessions[0].access_token });
    expect(status).toBe(204);
    expect(await Promise.all(sessions.map(isAlive))).toEqual(alive);
  });

  test('is published, with every session that may have a token, and no other', async () => {
    const person = await auth.resident();
    const sessions = [await session(person.email), await session(person.email)];
    const idOf = (token: string) => claimsOf(token).session_id as string;
    const old = await session(person.email);
    await auth.pool.query('update sessions set refreshed_at = now() - make_interval(secs => $2) where id = $1', [
      idOf(old.access_token),
      lifetimes.endedSession + 60,
    ]);
    await auth.call('/auth/v1/logout', { method: 'POST', token: person.token });
    const [published, ...others] = await auth.eventsOf('SessionsEnded', person.id);
    expect(others).toEqual([]);
    expect(published?.sessions.toSorted()).toEqual(
      [person.token, ...sessions.map((one) => one.access_token)].map(idOf).sort(),
    );
    const seconds = (Date.parse(published?.until ?? '') - Date.now()) / 1000;
    expect(Math.abs(seconds - lifetimes.endedSession)).toBeLessThan(60);
  });

  test('holds without Redis, in every instance', async () => {
    const secret = { SIGNING_KEY_SECRET: auth.config.SIGNING_KEY_SECRET.toString('base64url') };
    const settings = { ...secret, DATABASE_URL: auth.config.DATABASE_URL, REDIS_URL: 'redis://127.0.0.1:1' };
    const [one, two] = [await startAuth(settings), await startAuth(settings)];
    const { token } = await one.resident();
    const ask = async (service: AuthService) => (await service.call('/rest/v1/usersdb', { token })).status;
    expect(await ask(two)).toBe(200);
    expect((await one.call('/auth/v1/logout', { method: 'POST', token })).status).toBe(204);
    expect(await ask(one)).toBe(401);
    await expect.poll(() => ask(two), { timeout: 10_000 }).toBe(401);

    const admin = await one.admin();
    const leave = () => one.call('/adminsignout', { method: 'POST', token: admin.token });
    expect([(await leave()).status, (await leave()).status]).toEqual([204, 401]);
    const { sub, session_id } = claimsOf(admin.token);
    expect(await auth.eventsOf('SessionsEnded', sub)).toMatchObject([{ sessions: [session_id] }]);
    await Promise.all([one.stop(), two.stop()]);
  });

  test('needs a token and a known scope', async () => {
    const { token } = await auth.resident();
    const none = await auth.call('/auth/v1/logout', { method: 'POST' });
    expect([none.status, none.body.code]).toEqual([401, 'no_authorization']);
    const odd = await auth.call('/auth/v1/logout?scope=foo', { method: 'POST', token });
    expect([odd.status, odd.body.code]).toEqual([400, 'validation_failed']);
  });
});
