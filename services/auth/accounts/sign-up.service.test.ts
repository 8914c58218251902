import { lifetimes, User } from '@tma/contracts';
import { afterAll, describe, expect, test } from 'vitest';
import { goodPassword, newEmail, portal, startAuth } from '../testing/index.ts';

const auth = await startAuth({ ALLOWED_REDIRECTS: 'https://app.example/in' });
afterAll(() => auth.stop());

describe('signing up', () => {
  const profile = {
    first_name: 'Sana',
    last_name: 'Khan',
    contact_number: '0300',
    tehsil: 'Mardan',
    location: 'Bank Road',
  };

  test('answers with the user and no session, and requests the mail', async () => {
    const email = newEmail();
    const { status, body } = await auth.call('/auth/v1/signup?redirect_to=https%3A%2F%2Fapp.example%2Fin%3Fa%3D1', {
      body: { email: ` ${email.toUpperCase()}`, password: goodPassword, data: profile, code_challenge: null },
    });
    expect(status).toBe(200);
    expect(User.strict().parse(body)).toMatchObject({ email, user_metadata: { ...profile, email_verified: false } });
    expect(body.email_confirmed_at).toBeUndefined();
    expect(body.access_token).toBeUndefined();
    expect(body.id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab]/);
    expect(await auth.eventsOf('ProfileSaved', body.id)).toEqual([
      { id: body.id, contact_number: '0300', tehsil: 'Mardan', language: 'en', version: 1 },
    ]);
    const [mail] = await auth.eventsOf('VerificationRequested', body.id);
    expect(mail).toMatchObject({ userId: body.id, email, name: 'Sana Khan' });
    const seconds = (Date.parse(String(mail?.expiresAt)) - Date.now()) / 1000;
    expect(Math.abs(seconds - lifetimes.link.signup)).toBeLessThan(180);
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

  test('answers errors in the old form to old clients', async () => {
    const { body } = await auth.call('/auth/v1/signup', {
      body: { email: 'a@example.org', password: 'short' },
      headers: { 'x-supabase-api-version': '' },
    });
    const msg = 'Password should be at least 8 characters.';
    expect(body).toEqual({ code: 422, error_code: 'weak_password', msg, weak_password: { reasons: ['length'] } });
  });

  test('stores the tehsil by its known name, empty texts for missing fields, and no other fields', async () => {
    const data = { tehsil: ' takht  BHAI', role: 'service_role', id: 'x', email_verified: true };
    const { body } = await auth.call('/auth/v1/signup', { body: { email: newEmail(), password: goodPassword, data } });
    expect(body).toMatchObject({ role: 'authenticated', user_metadata: { email_verified: false, first_name: '' } });
    expect(body.user_metadata.tehsil).toBe('Takht Bhai');
    expect(body.user_metadata.role).toBeUndefined();
    expect(body.email_confirmed_at).toBeUndefined();
  });

  test('again before the confirmation replaces data and password, and invalidates the older link', async () => {
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

  test("after a stranger's sign-ups, of all links only the owner's confirms, with the owner's password and name", async () => {
    const email = newEmail();
    const links: string[] = [];
    let id = '';
    for (const [name, password] of [
      ['Stranger', 'the password of a stranger'],
      ['Stranger', 'another password of theirs'],
      ['Sana', goodPassword],
    ] as const) {
      ({ id } = await auth.signUp(email, { first_name: name }, password));
      links.push((await auth.linkOf('VerificationRequested', id)).path);
    }
    const outcome = async (path = '') => (await auth.call(path)).headers.location;
    expect(await outcome(links[0])).toContain('error_code=otp_expired');
    expect(await outcome(links[1])).toContain('error_code=otp_expired');
    expect((await auth.signIn(email)).body.code).toBe('email_not_confirmed');
    expect(await outcome(links[2])).toBe(`${portal}/signin`);
    expect((await auth.signIn(email, 'another password of theirs')).status).toBe(400);
    expect((await auth.signIn(email)).body.user.user_metadata.first_name).toBe('Sana');
    expect((await auth.eventsOf('VerificationRequested', id)).map(({ name }) => name)).toEqual([
      'Stranger',
      'Stranger',
      'Sana',
    ]);
  });

  test("a recovery by the owner of the address takes the stranger's password away before another is set", async () => {
    const stranger = await auth.signUp(newEmail(), {}, 'the password of a stranger');
    await auth.call('/auth/v1/recover', { body: { email: stranger.email } });
    const { token } = await auth.linkOf('RecoveryRequested', stranger.id);
    const used = await auth.call('/auth/v1/verify', { body: { type: 'recovery', token_hash: token } });
    expect(used.status).toBe(200);
    expect((await auth.signIn(stranger.email, stranger.password)).body.code).toBe('invalid_credentials');
    const body = { password: goodPassword };
    await auth.call('/auth/v1/user', { method: 'PUT', token: used.body.access_token, body });
    expect((await auth.signIn(stranger.email)).status).toBe(200);
  });

  test('with a confirmed address is refused', async () => {
    const { email } = await auth.resident();
    const { status, body } = await auth.call('/auth/v1/signup', { body: { email, password: goodPassword } });
    expect([status, body]).toEqual([422, { code: 'user_already_exists', message: 'User already registered' }]);
  });

  test('with a confirmed address notifies its owner, once a day', async () => {
    const owner = await auth.resident();
    const again = () => auth.signUp(owner.email);
    await Promise.all([again(), again(), again()]);
    expect(await auth.eventsOf('SignUpRepeated', owner.id)).toEqual([
      { userId: owner.id, email: owner.email, name: 'Sana Khan', language: 'en' },
    ]);
    await auth.pool.query("update users set sign_up_repeated_at = now() - interval '25 hours' where id = $1", [
      owner.id,
    ]);
    await again();
    expect(await auth.eventsOf('SignUpRepeated', owner.id)).toHaveLength(2);
  });

  test('with one address many times at once creates one account', async () => {
    const email = newEmail();
    const people = await Promise.all(Array.from({ length: 4 }, () => auth.signUp(email)));
    expect(new Set(people.map(({ id }) => id)).size).toBe(1);
  });
});

describe('the link of the mail', () => {
  test('confirms, redirects without a session, and may be followed again', async () => {
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
    ['/auth/v1/verify?token=deadbeef&type=signup&redirect_to=a&redirect_to=b', `${portal}/signin`],
    ['/auth/v1/verify?token=deadbeef&token=deadbeef&type=signup', `${portal}/signin`],
    ['/auth/v1/verify?type=signup', `${portal}/signin`],
    ['/auth/v1/verify?token=deadbeef', `${portal}/signin`],
    ['/auth/v1/verify?token=deadbeef&type=recovery', `${portal}/signin`],
  ])('%s redirects with an error', async (path, target) => {
    const { status, headers } = await auth.call(path);
    const error = 'error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired';
    expect([status, headers.location]).toEqual([303, `${target}#${error}`]);
  });

  test('is refused once it has expired', async () => {
    const { id } = await auth.signUp();
    const { path } = await auth.linkOf('VerificationRequested', id);
    await auth.pool.query('update links set expires_at = now() where user_id = $1', [id]);
    expect((await auth.call(path)).headers.location).toContain('otp_expired');
  });
});
