import { Session, User } from '@tma/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuthService, claimsOf, goodPassword, newEmail, newIp, portal, startAuth } from './testing.ts';

let auth: AuthService;
beforeAll(async () => {
  auth = await startAuth({ ALLOWED_REDIRECTS: 'https://app.example/in' });
});
afterAll(() => auth?.stop());

const refresh = (refreshToken: unknown) =>
  auth.call('/auth/v1/token?grant_type=refresh_token', { body: { refresh_token: refreshToken } });
/** As if the token had been used so long ago. */
const usedAgo = (seconds: number) =>
  auth.pool.query('update refresh_tokens set used_at = used_at - make_interval(secs => $1)', [seconds]);

describe('signing up', () => {
  const profile = {
    first_name: 'Sana',
    last_name: 'Khan',
    contact_number: '0300',
    tehsil: 'Mardan',
    location: 'Bank Road',
  };

  test('answers with the user and no session, and asks for the mail', async () => {
    const email = newEmail();
    const { status, body } = await auth.call('/auth/v1/signup?redirect_to=https%3A%2F%2Fapp.example%2Fin%3Fa%3D1', {
      body: { email: ` ${email.toUpperCase()}`, password: goodPassword, data: profile, code_challenge: null },
    });
    expect(status).toBe(200);
    expect(User.strict().parse(body)).toMatchObject({ email, user_metadata: { ...profile, email_verified: false } });
    expect(body.email_confirmed_at).toBeUndefined();
    expect(body.access_token).toBeUndefined();
    expect(await auth.eventsOf('ProfileSaved', body.id)).toEqual([{ id: body.id, ...profile }]);
    const [mail] = await auth.eventsOf('VerificationRequested', body.id);
    expect(mail).toMatchObject({ userId: body.id, email, name: 'Sana Khan' });
    const hours = (Date.parse(String(mail?.expiresAt)) - Date.now()) / 3_600_000;
    expect(hours).toBeCloseTo(24, 1);
    const { link } = await auth.linkOf('VerificationRequested', body.id);
    expect(link.origin + link.pathname).toBe(`${portal}/auth/v1/verify`);
    expect(link.searchParams.get('redirect_to')).toBe('https://app.example/in?a=1');
  });

  test.each([
    [{ password: goodPassword }, 422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'],
    [{ email: '', password: goodPassword }, 422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'],
    [{ email: 'a@example.org' }, 400, 'validation_failed', 'Signup requires a valid password'],
    [
      { email: 'nope', password: goodPassword },
      400,
      'validation_failed',
      'Unable to validate email address: invalid format',
    ],
    [{ email: 'a@example.org', password: 'short' }, 422, 'weak_password', 'Password should be at least 8 characters.'],
    [
      { email: 'a@example.org', password: 'x'.repeat(9000) },
      422,
      'weak_password',
      'Password cannot be longer than 256 characters.',
    ],
    [
      { email: 'a@example.org', password: goodPassword, data: { tehsil: 'Nowhere' } },
      400,
      'validation_failed',
      'There is no tehsil of this name',
    ],
    [
      { email: 'a@example.org', password: goodPassword, data: { first_name: 'A\r\nBcc: b@c.d' } },
      400,
      'validation_failed',
      'data.first_name: must not contain control characters',
    ],
    [
      { email: 5, password: goodPassword },
      400,
      'validation_failed',
      'email: Invalid input: expected string, received number',
    ],
  ])('%j is refused', async (body, status, code, message) => {
    const answer = await auth.call('/auth/v1/signup', { body });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ code, message });
    expect(answer.headers['x-sb-error-code']).toBe(code);
    expect(answer.headers['x-supabase-api-version']).toBe('2024-01-01');
  });

  test('says what is wrong in the old form to old clients', async () => {
    const { body } = await auth.call('/auth/v1/signup', {
      body: { email: 'a@example.org', password: 'short' },
      headers: { 'x-supabase-api-version': '' },
    });
    const msg = 'Password should be at least 8 characters.';
    expect(body).toEqual({ code: 422, error_code: 'weak_password', msg, weak_password: { reasons: ['length'] } });
  });

  test('takes the tehsil as it is kept, empty texts for what is missing, and nothing else', async () => {
    const data = { tehsil: ' takht  BHAI', role: 'service_role', id: 'x', email_verified: true };
    const { body } = await auth.call('/auth/v1/signup', { body: { email: newEmail(), password: goodPassword, data } });
    expect(body).toMatchObject({ role: 'authenticated', user_metadata: { email_verified: false, first_name: '' } });
    expect(body.user_metadata.tehsil).toBe('Takht Bhai');
    expect(body.user_metadata.role).toBeUndefined();
    expect(body.email_confirmed_at).toBeUndefined();
  });

  test('again before the confirmation replaces data and password, and voids the older link', async () => {
    const { id, email } = await auth.signUp(newEmail(), { first_name: 'Old' });
    const older = await auth.linkOf('VerificationRequested', id);
    const again = await auth.signUp(email, { first_name: 'New' }, 'another good password');
    expect(again.id).toBe(id);
    expect((await auth.call(older.path)).headers.location).toContain('error_code=otp_expired');
    await auth.call((await auth.linkOf('VerificationRequested', id)).path);
    expect((await auth.signIn(email)).body.code).toBe('invalid_credentials');
    const { body } = await auth.signIn(email, 'another good password');
    expect(body.user.user_metadata.first_name).toBe('New');
  });

  test('of a confirmed address is refused', async () => {
    const { email } = await auth.resident();
    const { status, body } = await auth.call('/auth/v1/signup', { body: { email, password: goodPassword } });
    expect([status, body]).toEqual([422, { code: 'user_already_exists', message: 'User already registered' }]);
  });

  test('of one address many times at once makes one account', async () => {
    const email = newEmail();
    const people = await Promise.all(Array.from({ length: 4 }, () => auth.signUp(email)));
    expect(new Set(people.map(({ id }) => id)).size).toBe(1);
  });
});

describe('the link of the mail', () => {
  test('confirms, leads on without a session, and may be followed again', async () => {
    const { id, email } = await auth.signUp();
    const { path, token } = await auth.linkOf('VerificationRequested', id);
    for (const _time of [1, 2]) {
      const { status, headers } = await auth.call(path);
      expect([status, headers.location]).toEqual([303, `${portal}/signin`]);
    }
    expect((await auth.signIn(email)).status).toBe(200);
    const posted = await auth.call('/auth/v1/verify', { body: { type: 'signup', token_hash: token } });
    expect([posted.status, posted.body.code]).toEqual([403, 'otp_expired']);
  });

  test.each([
    ['/auth/v1/verify?token=deadbeef&type=signup', `${portal}/signin`],
    ['/auth/v1/verify?token=deadbeef&type=signup&redirect_to=https%3A%2F%2Fevil.example', `${portal}/signin`],
    ['/auth/v1/verify?token=deadbeef&type=signup&redirect_to=https%3A%2F%2Fapp.example%2Fin', 'https://app.example/in'],
    ['/auth/v1/verify?type=signup', `${portal}/signin`],
    ['/auth/v1/verify?token=deadbeef', `${portal}/signin`],
    ['/auth/v1/verify?token=deadbeef&type=recovery', `${portal}/signin`],
  ])('%s leads on with an error', async (path, target) => {
    const { status, headers } = await auth.call(path);
    const error = 'error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired';
    expect([status, headers.location]).toEqual([303, `${target}#${error}`]);
  });

  test('is good for a day', async () => {
    const { id } = await auth.signUp();
    const { path } = await auth.linkOf('VerificationRequested', id);
    await auth.pool.query('update links set expires_at = now() where user_id = $1', [id]);
    expect((await auth.call(path)).headers.location).toContain('otp_expired');
  });

  test('is not kept as it was mailed', async () => {
    const { id } = await auth.signUp();
    const { token } = await auth.linkOf('VerificationRequested', id);
    const { rows } = await auth.pool.query('select encode(hash, $2) as hash from links where user_id = $1', [
      id,
      'escape',
    ]);
    expect(rows[0].hash).not.toContain(String(token));
  });
});

describe('signing in', () => {
  test('answers with a session that a client understands', async () => {
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
    expect(claims.exp - claims.iat).toBe(3600);
    expect(body.expires_at).toBe(claims.exp);
    expect((await auth.call('/auth/v1/user', { token: body.access_token })).body).toMatchObject({ id, email });
  });

  test('knows neither address nor password when either is wrong', async () => {
    const { email } = await auth.resident();
    const wrong = await auth.signIn(email, 'wrong password');
    const unknown = await auth.signIn(newEmail(), 'wrong password');
    const odd = await auth.signIn('no address at all\u0000', goodPassword);
    const huge = await auth.signIn(email, 'x'.repeat(100_000));
    const none = await auth.call('/auth/v1/token?grant_type=password', { body: { email }, ip: newIp() });
    const expected = { code: 'invalid_credentials', message: 'Invalid login credentials' };
    for (const { status, body } of [wrong, unknown, odd, huge, none]) expect([status, body]).toEqual([400, expected]);
  });

  test('takes as long for an unknown address as for a known one', async () => {
    const { email } = await auth.resident();
    const timed = async (address: string) => {
      const began = performance.now();
      await auth.signIn(address, 'wrong password');
      return performance.now() - began;
    };
    const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
    for (let round = 0; round < 9; round += 1) {
      times.known.push(await timed(email));
      times.unknown.push(await timed(newEmail()));
    }
    // The quickest of each: what else the machine does only adds. Without a hash an unknown address takes a tenth.
    const ratio = Math.min(...times.known) / Math.min(...times.unknown);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });

  test('before the confirmation needs the right password to hear of it', async () => {
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

  test('by ten tabs at once ends in one live session', async () => {
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
    await usedAgo(9);
    expect((await refresh(person.refresh)).status).toBe(200);
    await usedAgo(2);
    const reused = await refresh(person.refresh);
    expect(reused.status).toBe(400);
    expect(reused.body).toEqual({ code: 'refresh_token_already_used', message: 'Invalid Refresh Token: Already Used' });
    expect((await refresh(next.refresh_token)).body.code).toBe('refresh_token_not_found');
    expect((await auth.call('/auth/v1/user', { token: next.access_token })).body.code).toBe('session_not_found');
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
    const user = await auth.call('/auth/v1/user', { token: access_token });
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

  test('needs a token, and a scope that there is', async () => {
    const { token } = await auth.resident();
    const none = await auth.call('/auth/v1/logout', { method: 'POST' });
    expect([none.status, none.body.code]).toEqual([401, 'no_authorization']);
    const odd = await auth.call('/auth/v1/logout?scope=foo', { method: 'POST', token });
    expect([odd.status, odd.body.code]).toEqual([400, 'validation_failed']);
  });
});
