import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { join, joinAdmin } from '../../testing/calls.ts';
import { linkIn, mailWith } from '../../testing/mailbox.ts';
import { newResident, type Resident } from '../../testing/people.ts';

const portal = inject('portal');

/** An unmodified supabase-js, as a page that is opened anew has it. */
const newClient = () =>
  createClient(portal.portal, 'public-key', { auth: { persistSession: false, autoRefreshToken: false } });

async function signedIn(person: Resident): Promise<SupabaseClient> {
  await join(portal, person);
  const client = newClient();
  const { error } = await client.auth.signInWithPassword({ email: person.email, password: person.password });
  expect(error).toBeNull();
  return client;
}

const dataOf = (person: Resident) => ({
  first_name: person.firstName,
  last_name: person.lastName,
  contact_number: person.phone,
  tehsil: person.tehsil,
  location: person.location,
});

describe('signing up', () => {
  const person = newResident('Mardan');
  const options = { emailRedirectTo: `${portal.portal}/signin`, data: dataOf(person) };

  it('gives a user without a session until the address is confirmed', async () => {
    const { data, error } = await newClient().auth.signUp({ email: person.email, password: person.password, options });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({ email: person.email, user_metadata: dataOf(person), is_anonymous: false });
    expect(data.user?.email_confirmed_at).toBeUndefined();
    const early = await newClient().auth.signInWithPassword({ email: person.email, password: person.password });
    expect(early.error).toMatchObject({ code: 'email_not_confirmed', message: 'Email not confirmed', status: 400 });
  });

  it('the link of the mail confirms, twice without harm, and leads to the sign-in page without a session', async () => {
    const link = linkIn(await mailWith(portal.mailbox, person.email, /^Confirm your email$/), '/auth/v1/verify');
    for (const _ of [1, 2]) {
      const answer = await fetch(link, { redirect: 'manual' });
      expect([answer.status, answer.headers.get('location')]).toEqual([303, `${portal.portal}/signin`]);
    }
    const { data } = await newClient().auth.signInWithPassword({ email: person.email, password: person.password });
    expect(data.user?.email_confirmed_at).toBeTruthy();
  });

  it('an address that is taken, a weak password and a tehsil that is none are refused', async () => {
    const taken = await newClient().auth.signUp({ email: person.email, password: person.password, options });
    expect(taken.error).toMatchObject({ code: 'user_already_exists', message: 'User already registered', status: 422 });
    const weak = await newClient().auth.signUp({ email: `a${person.email}`, password: 'short', options });
    expect(weak.error).toMatchObject({ code: 'weak_password', reasons: ['length'], status: 422 });
    const nowhere = { data: { ...dataOf(person), tehsil: 'Atlantis' } };
    const lost = await newClient().auth.signUp({
      email: `b${person.email}`,
      password: person.password,
      options: nowhere,
    });
    expect(lost.error).toMatchObject({ code: 'validation_failed', status: 400 });
  });
});

describe('a session', () => {
  const person = newResident('Mardan');
  let client: SupabaseClient;
  beforeAll(async () => {
    client = await signedIn(person);
  });

  it('is refreshed, and a used token gives a session of the same family within its grace', async () => {
    const { data: before } = await client.auth.getSession();
    const old = before.session?.refresh_token ?? '';
    const first = await client.auth.refreshSession();
    expect(first.error).toBeNull();
    expect(first.data.session?.refresh_token).not.toBe(old);
    const again = await newClient().auth.refreshSession({ refresh_token: old });
    expect(again.error).toBeNull();
    const unknown = await newClient().auth.refreshSession({ refresh_token: 'unknown' });
    expect(unknown.error).toMatchObject({ code: 'refresh_token_not_found', status: 400 });
  });

  it('tells the user, and takes changes of the profile', async () => {
    expect((await client.auth.getUser()).data.user?.email).toBe(person.email);
    const { error } = await client.auth.updateUser({ data: { location: 'Canal Road' } });
    expect(error).toBeNull();
    const profile = await client.from('usersdb').select('location').single();
    expect(profile.data).toEqual({ location: 'Canal Road' });
    const same = await client.auth.updateUser({ password: person.password });
    expect(same.error).toMatchObject({ code: 'same_password', status: 422 });
  });

  it('is handed to another client, which knows its identity and how it began', async () => {
    const { data } = await client.auth.getSession();
    const access_token = data.session?.access_token ?? '';
    const refresh_token = data.session?.refresh_token ?? '';
    const other = newClient();
    const handed = await other.auth.setSession({ access_token, refresh_token });
    expect([handed.error, handed.data.user?.email]).toEqual([null, person.email]);
    const { data: known } = await other.auth.getUserIdentities();
    expect(known?.identities).toMatchObject([{ provider: 'email', user_id: handed.data.user?.id }]);
    const { data: level } = await other.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal1',
      currentAuthenticationMethods: [{ method: 'password' }],
    });
  });

  it('has the language of the mails, which nobody takes away', async () => {
    for (const language of ['ur', 'en']) {
      const { data, error } = await client.auth.updateUser({ data: { language, of_another_app: 7 } });
      expect(error).toBeNull();
      expect(data.user?.user_metadata).toMatchObject({ first_name: person.firstName, language });
      expect(data.user?.user_metadata).not.toHaveProperty('of_another_app');
      const { data: refreshed } = await client.auth.refreshSession();
      expect(refreshed.user?.user_metadata.language).toBe(language);
      const claims = await client.auth.getClaims();
      expect(claims.data?.claims.user_metadata?.language).toBe(language);
    }
    for (const language of [null, 'fr']) {
      const { error } = await client.auth.updateUser({ data: { language } });
      expect(error).toMatchObject({ code: 'validation_failed', status: 400 });
    }
  });

  it('ends at once when it is signed out', async () => {
    const other = newClient();
    const { data } = await other.auth.signInWithPassword({ email: person.email, password: person.password });
    const token = data.session?.access_token ?? '';
    expect((await other.auth.signOut({ scope: 'local' })).error).toBeNull();
    expect((await newClient().auth.getUser(token)).error).toMatchObject({ name: 'AuthSessionMissingError' });
    expect((await client.auth.getUser()).error).toBeNull();
  });

  it('a wrong password and an unknown address are one and the same', async () => {
    const wrong = await newClient().auth.signInWithPassword({ email: person.email, password: 'not this one' });
    const unknown = await newClient().auth.signInWithPassword({ email: `no${person.email}`, password: 'not this one' });
    expect(wrong.error).toMatchObject({
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
      status: 400,
    });
    expect({ ...unknown.error }).toEqual({ ...wrong.error });
  });

  it('a forgotten password is replaced through the mail, and other sessions end', async () => {
    expect((await newClient().auth.resetPasswordForEmail(person.email)).error).toBeNull();
    expect((await newClient().auth.resetPasswordForEmail(`no${person.email}`)).error).toBeNull();
    const mail = await mailWith(portal.mailbox, person.email, /^Reset your password$/);
    const { hash } = new URL(linkIn(mail, '/reset-password'));
    const token_hash = new URLSearchParams(hash.slice(1)).get('token_hash') ?? '';
    const fresh = newClient();
    expect((await fresh.auth.verifyOtp({ type: 'recovery', token_hash })).error).toBeNull();
    expect((await newClient().auth.verifyOtp({ type: 'recovery', token_hash })).error).toMatchObject({
      code: 'otp_expired',
    });
    expect((await fresh.auth.updateUser({ password: 'another lantern, lit' })).error).toBeNull();
    expect((await client.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' });
    const again = await newClient().auth.signInWithPassword({ email: person.email, password: 'another lantern, lit' });
    expect(again.error).toBeNull();
  });
});

describe('the tables', () => {
  const person = newResident('Rustam');
  let client: SupabaseClient;
  beforeAll(async () => {
    client = await signedIn(person);
  });

  it('tehsils can be read by anybody', async () => {
    const { data, error } = await newClient().from('tehsils').select('tehsil');
    expect(error).toBeNull();
    expect(data).toContainEqual({ tehsil: 'Rustam' });
  });

  it('a profile is its own person’s alone', async () => {
    const { data: session } = await client.auth.getSession();
    const id = session.session?.user.id ?? '';
    const own = await client.from('usersdb').select('*').eq('id', id).single();
    expect(own.data).toEqual({ id, ...dataOf(person) });
    const other = await signedIn(newResident('Rustam'));
    expect((await other.from('usersdb').select('*').eq('id', id)).data).toEqual([]);
    const none = await other.from('usersdb').select('*').eq('id', id).single();
    expect([none.status, none.error?.code]).toEqual([406, 'PGRST116']);
    expect((await other.from('usersdb').insert({ id, first_name: 'X' })).error?.code).toBe('42501');
    expect((await client.from('usersdb').insert({ id, first_name: 'X' })).error?.code).toBe('23505');
    expect((await newClient().from('usersdb').select('*')).error?.code).toBe('PGRST301');
  });

  it('a profile is changed and read in all the ways of the client, and not written over another', async () => {
    const { data: session } = await client.auth.getSession();
    const id = session.session?.user.id ?? '';
    const table = () => client.from('usersdb');
    const changed = await table().update({ location: 'Canal Road' }).eq('id', id).select('id,location').single();
    expect([changed.error, changed.data]).toEqual([null, { id, location: 'Canal Road' }]);
    const mine = await table().select('location').eq('id', id).maybeSingle();
    expect([mine.error, mine.data]).toEqual([null, { location: 'Canal Road' }]);
    const none = await table().select('location').eq('id', crypto.randomUUID()).maybeSingle();
    expect([none.error, none.data]).toEqual([null, null]);
    const counted = await table().select('*', { count: 'exact', head: true });
    expect([counted.error, counted.count]).toEqual([null, 1]);
    const over = await table().upsert({ id, first_name: 'X' });
    expect([over.status, over.error?.code]).toEqual([400, 'PGRST100']);
    const again = await table()
      .insert([{ id, first_name: 'X' }])
      .select();
    expect([again.status, again.error?.code]).toEqual([409, '23505']);
  });

  it('requests: newest first, own and all, counted, in the words of PostgREST when it cannot be done', async () => {
    const { data: session } = await client.auth.getSession();
    const id = session.session?.user.id ?? '';
    const mine = await client
      .from('requests')
      .select('*', { count: 'exact' })
      .eq('user_id', id)
      .order('created_at', { ascending: false });
    expect([mine.error, mine.data, mine.count]).toEqual([null, [], 0]);
    expect((await client.from('requests').select('*').eq('status', 'Dropped')).error).toBeNull();
    const page = await client.from('requests').select('id').order('created_at', { ascending: false }).range(0, 499);
    expect([page.error, page.status]).toEqual([null, 200]);
    const both = await client.from('requests').select('id').eq('status', 'Dropped').eq('status', 'Open');
    expect([both.error, both.data]).toEqual([null, []]);
    expect((await client.from('requests').select('reporter_email')).error?.code).toBe('42703');
    expect((await client.from('nothing').select('*')).error?.code).toBe('PGRST205');
    expect((await client.from('requests').select('*').or('status.eq.Open,status.eq.Closed')).error?.code).toBe(
      'PGRST100',
    );
  });
});

describe('one audience’s token', () => {
  it('never opens the other’s paths', async () => {
    const resident = await join(portal, newResident('Mardan'));
    const admin = await joinAdmin(portal, newResident('Mardan'));
    const status = async (path: string, token: string, method = 'GET') =>
      (await fetch(portal.portal + path, { method, headers: { authorization: `Bearer ${token}` } })).status;
    expect(await status('/adminrequests', resident)).toBe(403);
    expect(await status('/rest/v1/requests', admin)).toBe(403);
    expect(await status('/auth/v1/user', admin)).toBe(403);
    expect(await status('/adminsignout', admin, 'POST')).toBe(204);
    expect(await status('/adminrequests', admin)).toBe(401);
  });
});
