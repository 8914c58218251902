import { transaction } from '@tma/kit';
import { afterAll, describe, expect, test } from 'vitest';
import { claimsOf, goodPassword, newEmail, portal, startAuth } from '../testing/index.ts';

const auth = await startAuth();
afterAll(() => auth.stop());

const update = auth.updateUser;

test('the confirmation is mailed again, with a new link', async () => {
  const { id, email } = await auth.signUp();
  const first = await auth.linkOf('VerificationRequested', id);
  await auth.call('/auth/v1/resend', { body: { type: 'signup', email } });
  const second = await auth.linkOf('VerificationRequested', id);
  expect(second.path).not.toBe(first.path);
  expect((await auth.call(first.path)).headers.location).toContain('otp_expired');
  expect((await auth.call(second.path)).headers.location).toBe(`${portal}/signin`);
});

describe('in a session that is older than fifteen minutes', () => {
  /** A resident who signed in so many minutes ago and refreshed the session just now. */
  const signedInBefore = async (minutes: number) => {
    const person = await auth.resident();
    await auth.pool.query('update sessions set created_at = now() - make_interval(secs => $2) where user_id = $1', [
      person.id,
      minutes * 60,
    ]);
    const body = { refresh_token: person.refresh };
    const refreshed = await auth.call('/auth/v1/token?grant_type=refresh_token', { body });
    return { ...person, token: refreshed.body.access_token as string };
  };

  test.each([
    ['a password', { password: 'a quite new one' }],
    ['an address', { email: newEmail() }],
  ])('%s is not changed without the current password', async (_what, wish) => {
    const { token, email } = await signedInBefore(15.1);
    const refused = await update(token, wish);
    expect([refused.status, refused.body.code]).toEqual([400, 'reauthentication_needed']);
    const user = await auth.user(token);
    expect([user.body.email, user.body.new_email]).toEqual([email, undefined]);
    expect((await update(token, { ...wish, current_password: 'wrong' })).body.code).toBe('current_password_invalid');
    expect((await auth.signIn(email)).status).toBe(200);
    expect((await update(token, { ...wish, current_password: goodPassword })).status).toBe(200);
  });

  test('the profile is changed, and the own address may be named', async () => {
    const { token, email } = await signedInBefore(60);
    expect((await update(token, { data: { location: 'Bank Road' }, email: email.toUpperCase() })).status).toBe(200);
  });

  test('in a younger one no password is asked for', async () => {
    const { token } = await signedInBefore(14);
    expect((await update(token, { password: 'a quite new one' })).status).toBe(200);
  });
});

describe('the owner of an account is notified', () => {
  const changesOf = async (id: string) =>
    (await auth.eventsOf('AccountChanged', id)).map(({ change, email }) => [change, email]);

  test('of another password, at most four times an hour', async () => {
    const person = await auth.resident();
    for (const number of ['one', 'two', 'three', 'four', 'five'])
      await update(person.token, { password: `password ${number} of this test` });
    expect(await changesOf(person.id)).toEqual(Array(4).fill(['password', person.email]));
    expect((await auth.eventsOf('AccountChanged', person.id))[0]).toMatchObject({ of: 'resident', name: 'Sana Khan' });
  });

  test.each([
    ['GET', (path: string) => auth.call(path)],
    [
      'POST',
      (_path: string, token: string) =>
        auth.call('/auth/v1/verify', { body: { type: 'email_change', token_hash: token } }),
    ],
  ])('at the old address, when another is asked for and when it is confirmed (%s)', async (_method, follow) => {
    const person = await auth.resident();
    await update(person.token, { email: newEmail() });
    expect(await changesOf(person.id)).toEqual([['email-requested', person.email]]);
    const { path, token } = await auth.linkOf('EmailChangeRequested', person.id);
    await follow(path, token ?? '');
    expect(await changesOf(person.id)).toEqual([
      ['email-requested', person.email],
      ['email', person.email],
    ]);
  });

  test('of nothing, when nothing was changed', async () => {
    const person = await auth.resident();
    await update(person.token, { email: person.email, data: { location: 'Bank Road' } });
    await update(person.token, { password: 'short' });
    expect(await changesOf(person.id)).toEqual([]);
  });
});

test('each sign-in is in the security log, by the id of the account alone', async () => {
  const person = await auth.resident();
  const line = auth.lines.find((one) => one.includes('"security":"signed in"') && one.includes(person.id)) ?? '{}';
  expect(JSON.parse(line)).toMatchObject({ account: person.id, session: claimsOf(person.token).session_id });
  expect(line).not.toContain(person.email);
});

describe('a changed profile', () => {
  test('has a higher version each time, by whichever way, so that the newer event is known without a clock', async () => {
    const person = await auth.resident();
    await update(person.token, { data: { location: 'One' } });
    const patch = { method: 'PATCH', token: person.token, body: { location: 'Two' } } as const;
    await auth.call(`/rest/v1/usersdb?id=eq.${person.id}`, patch);
    const events = await auth.eventsOf('ProfileSaved', person.id);
    expect(events.map(({ version }) => version)).toEqual([1, 2, 3]);
  });

  test('changes the given fields, and appends an event for the other services', async () => {
    const person = await auth.resident();
    const { body } = await update(person.token, {
      data: { location: ' New Road ', tehsil: 'takht bhai', admin: true },
    });
    expect(body.user_metadata).toMatchObject({ location: 'New Road', tehsil: 'Takht Bhai', first_name: 'Sana' });
    expect(body.user_metadata.admin).toBeUndefined();
    const expected = { id: person.id, location: 'New Road', tehsil: 'Takht Bhai', first_name: 'Sana' };
    // Names and home are not published.
    expect((await auth.eventsOf('ProfileSaved', person.id)).at(-1)).toEqual({
      id: person.id,
      contact_number: '',
      tehsil: 'Takht Bhai',
      language: 'en',
      version: 2,
    });
    const rows = await auth.call('/rest/v1/usersdb?select=*', { token: person.token });
    expect(rows.body).toEqual([expect.objectContaining(expected)]);
  });

  test('that is as it was gets the same answer, and is not published', async () => {
    const person = await auth.resident();
    const change = { data: { location: 'One', language: 'en' } };
    await update(person.token, change);
    const { status, body } = await update(person.token, change);
    expect([status, body.user_metadata]).toEqual([200, expect.objectContaining({ location: 'One', language: 'en' })]);
    expect((await auth.eventsOf('ProfileSaved', person.id)).map(({ version }) => version)).toEqual([1, 2]);
  });

  test.each([
    ['is taken while the same session changes its password', 'select $1', 200],
    ['is refused while another session does, which ends this one', 'delete from sessions where user_id = $1', 403],
  ])('%s', async (_what, statement, status) => {
    const person = await auth.resident();
    const changing = await transaction(auth.pool, async (tx) => {
      await tx.query("update users set password_hash = 'another' where id = $1", [person.id]);
      await tx.query(statement, [person.id]);
      const answer = update(person.token, { data: { location: 'New Road' } });
      await auth.somebodyWaits();
      return { answer };
    });
    expect((await changing.answer).status).toBe(status);
    expect(await auth.eventsOf('ProfileSaved', person.id)).toHaveLength(status === 200 ? 2 : 1);
  });

  test('with an unknown tehsil is refused, and nothing else changes either', async () => {
    const person = await auth.resident();
    const answer = await update(person.token, {
      data: { tehsil: 'Nowhere', location: 'X' },
      password: 'a quite new one',
    });
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
    expect((await auth.signIn(person.email)).body.user.user_metadata.location).toBe('');
  });
});

describe('a changed address', () => {
  test('is used once it is confirmed', async () => {
    const person = await auth.resident();
    const email = newEmail();
    const { body } = await update(person.token, { email: email.toUpperCase() });
    expect(body).toMatchObject({ email: person.email, new_email: email });
    const [mail] = await auth.eventsOf('EmailChangeRequested', person.id);
    expect(mail).toMatchObject({ userId: person.id, email, name: 'Sana Khan' });
    const { path } = await auth.linkOf('EmailChangeRequested', person.id);
    for (const _time of [1, 2]) expect((await auth.call(path)).headers.location).toBe(`${portal}/signin`);
    const logged = `"security":"email changed","account":"${person.id}"`;
    expect(auth.lines.filter((line) => line.includes(logged))).toHaveLength(1);
    expect((await auth.signIn(person.email)).status).toBe(400);
    const { body: session } = await auth.signIn(email);
    expect(session.user.new_email).toBeUndefined();
    expect(claimsOf(session.access_token).email).toBe(email);
    // Mails of the reports that they have follow them.
    const told = (await auth.eventsOf('ProfileSaved', person.id)).filter((saved) => saved.email !== undefined);
    expect(told).toMatchObject([{ id: person.id, email }]);
  });

  test.each<[string, () => Promise<{ id: string; email: string }>]>([
    ['belongs to an account', () => auth.resident()],
    ['belongs to an account that is not confirmed', () => auth.signUp()],
  ])('that %s gets the same answer as any other; its owner gets a mail, and nobody a link', async (_what, make) => {
    const [person, other, owner] = [await auth.resident(), await auth.resident(), await make()];
    const [free, taken] = [newEmail(), owner.email];
    const timed = async (token: string, email: string) => {
      const began = performance.now();
      const { status, body } = await update(token, { email });
      expect(performance.now() - began).toBeGreaterThan(55);
      expect([status, body.new_email]).toEqual([200, email]);
      return { ...body, updated_at: '', email_change_sent_at: Boolean(body.email_change_sent_at) };
    };
    const [known, unknown] = [await timed(person.token, taken), await timed(other.token, free)];
    expect(Object.keys(known)).toEqual(Object.keys(unknown));
    expect(known.email_change_sent_at).toBe(unknown.email_change_sent_at);
    expect((await auth.user(person.token)).body.new_email).toBe(taken);

    const again = { body: { type: 'email_change', email: person.email } };
    expect(await auth.call('/auth/v1/resend', again)).toMatchObject({ status: 200, text: '{}' });
    expect(await auth.eventsOf('EmailChangeRequested', person.id)).toEqual([]);
    const repeated = await auth.eventsOf('SignUpRepeated', owner.id);
    const by = 'email-change';
    expect(repeated).toEqual([{ userId: owner.id, email: taken, name: expect.any(String), language: 'en', by }]);
    expect((await auth.signIn(person.email)).status).toBe(200);
  });

  test('that is taken is refused if the mail to its owner cannot be requested', async () => {
    const [person, owner] = [await auth.resident(), await auth.resident()];
    await auth.pool.query(
      `alter table outbox add constraint no_mail check (payload not like '%SignUpRepeated%') not valid`,
    );
    expect((await update(person.token, { email: owner.email })).status).toBeGreaterThanOrEqual(500);
    await auth.pool.query('alter table outbox drop constraint no_mail');
    expect((await auth.user(person.token)).body.new_email).toBeUndefined();
    expect(await auth.eventsOf('AccountChanged', person.id)).toEqual([]);
  });

  test('to the address of each other at once causes no deadlock', async () => {
    for (let pair = 0; pair < 5; pair += 1) {
      const [one, two] = [await auth.resident(), await auth.resident()];
      const both = [update(one.token, { email: two.email }), update(two.token, { email: one.email })];
      expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200]);
      for (const { id } of [one, two]) expect(await auth.eventsOf('SignUpRepeated', id)).toHaveLength(1);
    }
  });

  test('that is taken makes an older link of that person invalid, as any other change does', async () => {
    const [person, owner] = [await auth.resident(), await auth.resident()];
    const email = newEmail();
    await update(person.token, { email });
    const { path } = await auth.linkOf('EmailChangeRequested', person.id);
    await update(person.token, { email: owner.email });
    expect((await auth.call(path)).headers.location).toContain('error_code=otp_expired');
    expect((await auth.signIn(person.email)).status).toBe(200);
  });

  test('that was taken in the meantime is refused to whoever follows the link', async () => {
    const person = await auth.resident();
    const email = newEmail();
    await update(person.token, { email });
    await auth.signUp(email);
    const { path, token } = await auth.linkOf('EmailChangeRequested', person.id);
    expect((await auth.call(path)).headers.location).toContain('error_code=email_exists');
    const posted = await auth.call('/auth/v1/verify', { body: { type: 'email_change', token_hash: token } });
    expect([posted.status, posted.body.code]).toEqual([422, 'email_exists']);
    expect((await auth.signIn(person.email)).status).toBe(200);
  });

  test('is dropped when the password changes', async () => {
    const person = await auth.resident();
    await update(person.token, { email: newEmail() });
    const { path } = await auth.linkOf('EmailChangeRequested', person.id);
    const { body } = await update(person.token, { password: 'a quite new one' });
    expect(body.new_email).toBeUndefined();
    expect((await auth.call(path)).headers.location).toContain('otp_expired');
  });
});

describe('deleting the account', () => {
  const remove = (token: string, body: object) => auth.call('/auth/v1/user', { method: 'DELETE', token, body });

  test.each([
    [{}, 400, 'validation_failed'],
    [{ current_password: 'wrong' }, 400, 'current_password_invalid'],
  ])('%j is refused', async (body, status, code) => {
    const { token, email } = await auth.resident();
    const answer = await remove(token, body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect((await auth.signIn(email)).status).toBe(200);
  });

  test('erases the person and every session, and the address may sign up again', async () => {
    const person = await auth.resident();
    const { body: other } = await auth.signIn(person.email);
    expect((await remove(person.token, { current_password: goodPassword })).status).toBe(204);
    for (const token of [person.token, other.access_token]) {
      expect((await auth.user(token)).body.code).toBe('session_not_found');
      expect((await auth.call('/rest/v1/usersdb', { token })).status).toBe(401);
    }
    expect((await auth.signIn(person.email)).status).toBe(400);
    expect(await auth.eventsOf('AccountDeleted', person.id)).toEqual([{ id: person.id }]);
    const again = await auth.signUp(person.email);
    expect(again.id).not.toBe(person.id);
  });
});
