/** The language of a person's mails: who sets it, and who hears of it. */
import { afterAll, describe, expect, test } from 'vitest';
import { claimsOf, goodPassword, newEmail, newIp, secretKey, startAuth, tooMany } from '../testing/index.ts';

const auth = await startAuth();
afterAll(() => auth.stop());

const update = auth.updateUser;
const signUp = (data?: object | null, email = newEmail()) =>
  auth.call('/auth/v1/signup', { body: { email, password: goodPassword, data }, ip: newIp() });

describe('a resident', () => {
  test.each([
    [{ language: 'ur' }, 'ur'],
    [{ language: 'en' }, 'en'],
    [{ language: null }, 'en'],
    [{}, 'en'],
    [null, 'en'],
    [undefined, 'en'],
  ])('signs up with %j', async (data, language) => {
    const { status, body } = await signUp(data);
    expect([status, body.user_metadata.language]).toEqual([200, language]);
    const [[profile], [mail]] = await Promise.all([
      auth.eventsOf('ProfileSaved', body.id),
      auth.eventsOf('VerificationRequested', body.id),
    ]);
    expect([profile?.language, mail?.language]).toEqual([language, language]);
  });

  test('has the language of the later sign-up before the confirmation', async () => {
    const email = newEmail();
    await signUp({ language: 'ur' }, email);
    expect((await signUp({}, email)).body.user_metadata.language).toBe('en');
  });

  test('changes it: the answers, the next token and every event say so', async () => {
    const { id, email, token, refresh } = await auth.resident();
    const { status, body } = await update(token, { data: { language: 'ur' } });
    expect(status).toBe(200);
    expect(body.user_metadata).toMatchObject({ language: 'ur', first_name: 'Sana' });
    expect((await auth.user(token)).body.user_metadata.language).toBe('ur');
    const refreshed = await auth.refresh(refresh);
    const signedIn = await auth.signIn(email);
    for (const session of [refreshed.body, signedIn.body]) {
      expect(claimsOf(session.access_token).user_metadata.language).toBe('ur');
      expect(session.user.user_metadata.language).toBe('ur');
    }
    expect((await auth.eventsOf('ProfileSaved', id)).at(-1)).toMatchObject({ language: 'ur', version: 2 });

    await auth.call('/auth/v1/recover', { body: { email }, ip: newIp() });
    await update(token, { email: newEmail() });
    await signUp({}, email);
    await auth.call('/api/sendInvite', { body: { userEmail: email, neighborEmail: newEmail() }, token });
    for (const type of ['RecoveryRequested', 'EmailChangeRequested', 'SignUpRepeated'] as const)
      expect((await auth.eventsOf(type, id)).map(({ language }) => language)).toEqual(['ur']);
    expect((await auth.eventsOf('InviteRequested', id))[0]?.inviter.language).toBe('ur');
  });

  test('changes it with password and address in one call: the mails about these are in the new language', async () => {
    const { id, token } = await auth.resident();
    await update(token, { data: { language: 'ur' }, password: 'a quite new one', email: newEmail() });
    const told = (await auth.eventsOf('AccountChanged', id)).map(({ change, language }) => [change, language]);
    expect(told).toEqual([
      ['password', 'ur'],
      ['email-requested', 'ur'],
    ]);
  });

  test('keeps it when anything else of the profile changes, by whichever way', async () => {
    const { id, token } = await auth.resident({ language: 'ur', tehsil: 'Mardan' });
    await update(token, { data: { location: 'One' } });
    const patch = { method: 'PATCH', token, body: { location: 'Two' } } as const;
    await auth.call(`/rest/v1/usersdb?id=eq.${id}`, patch);
    const events = await auth.eventsOf('ProfileSaved', id);
    expect(events.map(({ language }) => language)).toEqual(['ur', 'ur', 'ur']);
    expect((await auth.user(token)).body.user_metadata.language).toBe('ur');
  });

  test('has no language in usersdb, which keeps its columns', async () => {
    const { id, token } = await auth.resident({ language: 'ur', tehsil: 'Mardan' });
    const { body } = await auth.call('/rest/v1/usersdb?select=*', { token });
    expect(Object.keys(body[0])).toEqual(['id', 'first_name', 'last_name', 'contact_number', 'tehsil', 'location']);
    expect((await auth.call('/rest/v1/usersdb?select=language', { token })).status).toBe(400);
    const patch = { method: 'PATCH', token, body: { language: 'en' } } as const;
    expect((await auth.call(`/rest/v1/usersdb?id=eq.${id}`, patch)).body.code).toBe('PGRST204');
  });

  test.each(['fr', '', 'UR', 'ur-PK', 7, ['ur']])('is refused %j as a language', async (language) => {
    const { token } = await auth.resident();
    for (const { status, body } of [await signUp({ language }), await update(token, { data: { language } })])
      expect([status, body]).toEqual([
        400,
        { code: 'validation_failed', message: 'data.language: must be one of en, ur' },
      ]);
    expect((await auth.user(token)).body.user_metadata.language).toBe('en');
  });

  test('cannot remove their language', async () => {
    const { token } = await auth.resident({ language: 'ur', tehsil: 'Mardan' });
    const { status, body } = await update(token, { data: { language: null } });
    expect([status, body.code]).toEqual([400, 'validation_failed']);
  });
});

describe('an administrator', () => {
  async function join(more: object = {}) {
    const Email = newEmail();
    const account = { First_Name: 'Amna', Last_Name: 'Bibi', Email, Password: goodPassword, Tehsil: 'Mardan' };
    const body = { ...account, Secret_Key: secretKey, ...more };
    const { status } = await auth.call('/adminsignup', { body, ip: newIp() });
    const { body: session } = await auth.adminSignIn(Email);
    const { rows } = await auth.pool.query('select id from admins where email = $1', [Email]);
    return { status, session, id: rows[0]?.id as string, Email };
  }
  const choose = (token: string, body: object) => auth.call('/adminlanguage', { method: 'PUT', token, body });

  test.each([
    [{ Language: 'ur' }, 'ur'],
    [{ Language: null }, 'en'],
    [{}, 'en'],
  ])('registers with %j', async (more, language) => {
    const { status, session, id } = await join(more);
    expect([status, session.language]).toEqual([201, language]);
    expect((await auth.eventsOf('AdministratorSaved', id)).map((event) => event.language)).toEqual([language]);
    const asked = await auth.call(`/internal/admins/${id}`, { token: session.Token });
    expect(asked.body.language).toBe(language);
  });

  test('changes it; it is published once, and the next sign-in answers it', async () => {
    const { session, id, Email } = await join();
    for (const _time of [1, 2]) {
      const { status, text } = await choose(session.Token, { language: 'ur' });
      expect([status, text]).toEqual([204, '']);
    }
    expect((await auth.eventsOf('AdministratorSaved', id)).map(({ language }) => language)).toEqual(['en', 'ur']);
    const signIn = { body: { Email, Password: goodPassword }, ip: newIp() };
    expect((await auth.call('/adminsignin', signIn)).body.language).toBe('ur');
  });

  test('changes it a limited number of times a day, as each change is published', async () => {
    const small = await startAuth({ RATE_LIMIT_LANGUAGES: '2' });
    try {
      const [one, other] = [await small.admin(), await small.admin()];
      const change = (token: string, language: string) =>
        small.call('/adminlanguage', { method: 'PUT', token, body: { language } });
      for (const language of ['ur', 'en']) expect((await change(one.token, language)).status).toBe(204);
      expect(await change(one.token, 'ur')).toMatchObject(tooMany('over_request_rate_limit'));
      expect((await change(other.token, 'ur')).status).toBe(204);
    } finally {
      await small.stop();
    }
  });

  test.each(['fr', '', 'UR', null, undefined, 7])('is refused %j as a language', async (language) => {
    const { session, id } = await join();
    expect((await choose(session.Token, { language })).status).toBe(400);
    expect(await auth.eventsOf('AdministratorSaved', id)).toHaveLength(1);
  });

  test.each(['fr', '', 7])('does not register with %j', async (Language) => {
    const { status, id } = await join({ Language });
    expect([status, id]).toEqual([400, undefined]);
  });

  test('alone may change the language of an administrator', async () => {
    const resident = await auth.resident();
    expect((await choose(resident.token, { language: 'ur' })).status).toBe(403);
    expect((await auth.call('/adminlanguage', { method: 'PUT', body: { language: 'ur' } })).status).toBe(401);
  });
});
