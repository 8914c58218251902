import { lifetimes, Session } from '@tma/contracts';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { claimsOf, goodPassword, newEmail, portal, startAuth } from '../testing/index.ts';

const auth = await startAuth();
afterAll(() => auth.stop());

const update = auth.updateUser;

describe('a forgotten password', () => {
  test('is replaced through the mailed link, which works once; every other session ends', async () => {
    const person = await auth.resident();
    const asked = await auth.call('/auth/v1/recover', { body: { email: person.email } });
    expect([asked.status, asked.text]).toEqual([200, '{}']);
    const { link, token } = await auth.linkOf('RecoveryRequested', person.id);
    expect(link.href).toBe(`${portal}/reset-password#token_hash=${token}`);
    const [mail] = await auth.eventsOf('RecoveryRequested', person.id);
    const seconds = (Date.parse(String(mail?.expiresAt)) - Date.now()) / 1000;
    expect(Math.abs(seconds - lifetimes.link.recovery)).toBeLessThan(30);

    const use = () => auth.call('/auth/v1/verify', { body: { type: 'recovery', token_hash: token } });
    const { body } = await use();
    expect(Session.strict().parse(body).user.id).toBe(person.id);
    expect(claimsOf(body.access_token).amr[0].method).toBe('otp');
    const again = await use();
    expect([again.status, again.body.code]).toEqual([403, 'otp_expired']);

    expect((await update(body.access_token, { password: 'a quite new password' })).status).toBe(200);
    expect((await auth.user(body.access_token)).status).toBe(200);
    expect((await auth.user(person.token)).body.code).toBe('session_not_found');
    expect((await auth.signIn(person.email)).status).toBe(400);
    expect((await auth.signIn(person.email, 'a quite new password')).status).toBe(200);
  });

  test('is replaced also while all connections to the database but one are in use', async () => {
    const person = await auth.resident();
    await auth.call('/auth/v1/recover', { body: { email: person.email } });
    const { token } = await auth.linkOf('RecoveryRequested', person.id);
    const others = Array.from({ length: auth.pool.usage().size - 1 }, () => auth.pool.connect());
    const held = await Promise.all(others);
    // The keys that sign have to be read again.
    const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 5000);
    const body = { type: 'recovery', token_hash: token };
    const { status } = await auth.call('/auth/v1/verify', { body });
    now.mockRestore();
    for (const connection of held) connection.release();
    expect(status).toBe(200);
  });

  test('a new link replaces the old one', async () => {
    const person = await auth.resident();
    await auth.call('/auth/v1/recover', { body: { email: person.email } });
    const first = await auth.linkOf('RecoveryRequested', person.id);
    await auth.call('/auth/v1/recover', { body: { email: person.email } });
    const body = { type: 'recovery', token_hash: first.token };
    expect((await auth.call('/auth/v1/verify', { body })).status).toBe(403);
  });

  test('a link works for its own purpose only', async () => {
    const person = await auth.resident();
    await auth.call('/auth/v1/recover', { body: { email: person.email } });
    const { token } = await auth.linkOf('RecoveryRequested', person.id);
    for (const type of ['signup', 'email_change']) {
      expect((await auth.call('/auth/v1/verify', { body: { type, token_hash: token } })).status).toBe(403);
    }
    expect((await auth.call(`/auth/v1/verify?token=${token}&type=signup`)).headers.location).toContain('otp_expired');
  });

  test('an unknown address gets the same answer, no faster', async () => {
    const person = await auth.resident();
    for (const path of ['/auth/v1/recover', '/auth/v1/resend']) {
      const timed = async (email: string) => {
        const began = performance.now();
        const { status, text } = await auth.call(path, { body: { type: 'signup', email } });
        expect([status, text]).toEqual([200, '{}']);
        return performance.now() - began;
      };
      expect(await timed(person.email)).toBeGreaterThan(55);
      expect(await timed(newEmail())).toBeGreaterThan(55);
    }
    expect(await auth.eventsOf('VerificationRequested', person.id)).toHaveLength(1);
  });

  test.each([
    ['/auth/v1/recover', {}, 'Password recovery requires an email'],
    ['/auth/v1/recover', { email: 'nope' }, 'Unable to validate email address: invalid format'],
    [
      '/auth/v1/resend',
      { email: 'a@example.org' },
      'Missing one of these types: signup, email_change, sms, phone_change',
    ],
    [
      '/auth/v1/resend',
      { type: 'sms', email: 'a@example.org' },
      'Missing one of these types: signup, email_change, sms, phone_change',
    ],
    ['/auth/v1/resend', { type: 'signup' }, 'Type provided requires an email address'],
    ['/auth/v1/verify', { token_hash: 'x' }, 'Verify requires a verification type'],
    ['/auth/v1/verify', { type: 'recovery' }, 'Verify requires a token or a token hash'],
  ])('%s %j is refused', async (path, body, message) => {
    const answer = await auth.call(path, { body });
    expect([answer.status, answer.body]).toEqual([400, { code: 'validation_failed', message }]);
  });
});

describe('a changed password', () => {
  test.each([
    [{ password: 'x' }, 422, 'weak_password', 'Password should be at least 8 characters.'],
    [{ password: '' }, 422, 'weak_password', 'Password should be at least 8 characters.'],
    [{ password: goodPassword }, 422, 'same_password', 'New password should be different from the old password.'],
    [
      { password: 'a quite new one', current_password: 'wrong' },
      400,
      'current_password_invalid',
      'The current password is not right',
    ],
  ])('%j is refused', async (body, status, code, message) => {
    const { token, email } = await auth.resident();
    const answer = await update(token, body);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ code, message });
    expect((await auth.signIn(email)).status).toBe(200);
  });

  test('must not be the new address of the same change, which is then not requested either', async () => {
    const person = await auth.resident();
    const email = newEmail();
    const answer = await update(person.token, { email, password: email.toUpperCase() });
    expect([answer.status, answer.body.code]).toEqual([422, 'weak_password']);
    expect(await auth.eventsOf('EmailChangeRequested', person.id)).toEqual([]);
    expect((await update(person.token, { email, password: 'a quite new one' })).status).toBe(200);
  });

  test('keeps this session, ends the others, and invalidates unused links', async () => {
    const person = await auth.resident();
    const { body: other } = await auth.signIn(person.email);
    await auth.call('/auth/v1/recover', { body: { email: person.email } });
    const { token } = await auth.linkOf('RecoveryRequested', person.id);
    const wish = { password: 'a quite new one', current_password: goodPassword };
    expect((await update(person.token, wish)).status).toBe(200);
    expect((await auth.user(person.token)).status).toBe(200);
    expect((await auth.call('/rest/v1/usersdb', { token: other.access_token })).status).toBe(401);
    const refreshed = await auth.call('/auth/v1/token?grant_type=refresh_token', {
      body: { refresh_token: other.refresh_token },
    });
    expect(refreshed.body.code).toBe('refresh_token_not_found');
    expect((await auth.call('/auth/v1/verify', { body: { type: 'recovery', token_hash: token } })).status).toBe(403);
  });
});
