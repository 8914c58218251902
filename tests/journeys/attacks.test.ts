import { readdir, readFile } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { call, join, joinAdmin } from './calls.ts';
import { askFrom, hasAddresses, newAddress } from './from.ts';
import { linkIn, mailsTo, mailWith } from './mailbox.ts';
import { newResident } from './people.ts';

const portal = inject('portal');

/** What proxies say of where a request comes from; the gateway believes none of it unless TRUST_PROXY says so. */
const pretended = (number: number) => ({
  'x-forwarded-for': `203.0.113.${number}`,
  'x-real-ip': `203.0.113.${number}`,
  forwarded: `for=203.0.113.${number}`,
  'cf-connecting-ip': `203.0.113.${number}`,
  'true-client-ip': `203.0.113.${number}`,
});

describe.runIf(hasAddresses)('a limit is not got round by pretending to be elsewhere', () => {
  const times = Array.from({ length: 12 }, (_, index) => index);

  it('wrong passwords: ten, then not even the right one, but only from there', async () => {
    const person = newResident('Mardan');
    await join(portal, person);
    const path = '/auth/v1/token?grant_type=password';
    const ask = askFrom(portal.portal, newAddress());
    const statuses = [];
    for (const number of times) {
      const email = number % 2 ? person.email.toUpperCase() : ` ${person.email} `;
      const answer = await ask(path, { json: { email, password: 'not this one' }, headers: pretended(number) });
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
    const right = { email: person.email, password: person.password };
    const shut = await ask(path, { json: right, headers: pretended(200) });
    expect([shut.status, shut.headers['retry-after']]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    expect((await askFrom(portal.portal, newAddress())(path, { json: right })).status).toBe(200);
  });

  it('wrong admin secret keys: ten, then not even the right one, at both doors', async () => {
    const ask = askFrom(portal.portal, newAddress());
    const admin = (Secret_Key: string) => {
      const { firstName: First_Name, lastName: Last_Name, email: Email, password: Password } = newResident('Mardan');
      return { First_Name, Last_Name, Email, Password, Tehsil: 'Mardan', Secret_Key };
    };
    for (const number of times.slice(0, 10)) {
      const doors = {
        '/adminsignup': admin('a wrong key'),
        '/api/addTehsil': { newtehsil: 'X1', Secret_Key: 'wrong' },
      };
      const [path, json] = Object.entries(doors)[number % 2] as [string, object];
      expect((await ask(path, { json, headers: pretended(number) })).status).toBe(401);
    }
    expect((await ask('/adminsignup', { json: admin(portal.secretKey), headers: pretended(99) })).status).toBe(429);
  });

  it('mails to one address: four an hour, from wherever they are asked for, whether anybody is there or not', async () => {
    const known = newResident('Mardan');
    await join(portal, known);
    // The sign-up was the first mail of the known one.
    for (const [email, left] of [
      [known.email, 3],
      [newResident('Mardan').email, 4],
    ] as const) {
      const statuses = [];
      for (const number of times.slice(0, left + 1)) {
        const ask = askFrom(portal.portal, newAddress());
        const json = { email: number % 2 ? email.toUpperCase() : email, type: 'signup' };
        const path = number % 2 ? '/auth/v1/recover' : '/auth/v1/resend';
        statuses.push((await ask(path, { json, headers: pretended(number) })).status);
      }
      expect(statuses).toEqual([...Array(left).fill(200), 429]);
    }
  });
});

describe('a mailed link leads to the portal only', () => {
  const places = [
    'https://evil.example/signin',
    '//evil.example',
    'http://localhost@evil.example/',
    'javascript:alert(1)',
    'data:text/html,hello',
    '\\\\evil.example',
    `${portal.portal}.evil.example/`,
    `${portal.portal.replace('//', '//evil@')}`,
  ];

  it('whatever the sign-up asks for, and whatever is made of the link afterwards', async () => {
    for (const place of places) {
      const person = newResident('Mardan');
      const json = { email: person.email, password: person.password };
      await call(portal, `/auth/v1/signup?redirect_to=${encodeURIComponent(place)}`, { json });
      const link = new URL(linkIn(await mailWith(portal.mailbox, person.email, /Confirm/), '/auth/v1/verify'));
      expect(link.searchParams.get('redirect_to')).toBe(`${portal.portal}/signin`);
      link.searchParams.set('redirect_to', place);
      for (const token of ['wrong', link.searchParams.get('token') as string]) {
        link.searchParams.set('token', token);
        const { status, headers } = await fetch(link, { redirect: 'manual' });
        expect([status, headers.get('location')?.split('#')[0]]).toEqual([303, `${portal.portal}/signin`]);
      }
    }
  });
});

describe('what a person may not say of themself is not heard', () => {
  const power = { role: 'admin', is_admin: true, aud: 'admin', Tehsil: 'Mardan', email_confirmed_at: '2020-01-01' };

  it('at sign-up and in a change of the account', async () => {
    const person = newResident('Mardan');
    const { email, password } = person;
    const data = { first_name: 'Sana', id: crypto.randomUUID(), email: 'other@example.com', ...power };
    const json = { email, password, data, ...power, app_metadata: power, user_metadata: power };
    const made = await call<Record<string, unknown>>(portal, '/auth/v1/signup', { json });
    expect(made).toMatchObject({ role: 'authenticated', aud: 'authenticated', email });
    expect(made.email_confirmed_at).toBeUndefined();
    expect(JSON.stringify(made)).not.toMatch(/is_admin|Tehsil|other@example/);
    const early = await askFrom(portal.portal)('/auth/v1/token?grant_type=password', { json: { email, password } });
    expect(early.body).toMatchObject({ error_code: 'email_not_confirmed' });
  });

  it('in the profile', async () => {
    const token = await join(portal, newResident('Mardan'));
    const other = await join(portal, newResident('Mardan'));
    const { id } = await call<{ id: string }>(portal, '/auth/v1/user', { token });
    const ask = askFrom(portal.portal);
    const table = '/rest/v1/usersdb';
    const [own] = await call<Record<string, string>[]>(portal, table, { token });
    const tries: [method: string, path: string, json: object, status: number][] = [
      ['PATCH', `${table}?id=eq.${id}`, { role: 'admin' }, 400],
      ['PATCH', `${table}?id=eq.${id}`, { email: 'x@example.com' }, 400],
      ['PATCH', `${table}?id=eq.${id}`, { id: crypto.randomUUID() }, 403],
      ['PATCH', table, { first_name: 'Taken', id: crypto.randomUUID() }, 403],
      ['POST', table, { id: crypto.randomUUID(), first_name: 'Made' }, 403],
      ['POST', table, { id, first_name: 'Made', password_hash: 'x' }, 400],
    ];
    for (const [method, path, json, status] of tries) {
      expect([(await ask(path, { method, json, token })).status, method, json]).toEqual([status, method, json]);
    }
    // Another's row is not there: nothing is changed, and nothing is said.
    const theirs = await ask(`${table}?id=eq.${id}`, { method: 'PATCH', json: { first_name: 'Taken' }, token: other });
    expect(theirs.status).toBe(204);
    expect(await call(portal, table, { token })).toEqual([own]);
  });
});

describe('a mail carries what was meant, to whom it was meant', () => {
  it.each(['Sana\r\nBcc: all@example.com', 'Sana\nSubject: other', 'Sana\u0000', '\u2028Sana'])(
    'a name of several lines is refused or tidied: %j',
    async (first_name) => {
      const { email, password } = newResident('Mardan');
      const json = { email, password, data: { first_name, tehsil: 'Mardan' } };
      const { status } = await askFrom(portal.portal)('/auth/v1/signup', { json });
      if (status !== 200) return expect(status).toBe(400);
      const mail = await mailWith(portal.mailbox, email, /Confirm/);
      expect(Object.keys(mail.headers)).not.toContain('bcc');
      expect(mail.subject).toBe('Confirm your email');
    },
  );

  it.each([
    'a@example.com\r\nBcc: all@example.com',
    'a@example.com,b@example.com',
    'a@example.com b@example.com',
    '"a@example.com\r\nRCPT TO:<b@example.com>"@example.com',
    '<a@example.com>',
  ])('one address is one address: %j', async (address) => {
    const person = newResident('Mardan');
    const token = await join(portal, person);
    const ask = askFrom(portal.portal);
    const invite = await ask('/api/sendInvite', { json: { userEmail: person.email, neighborEmail: address }, token });
    const signUp = await ask('/auth/v1/signup', { json: { email: address, password: person.password } });
    const change = await ask('/auth/v1/user', { method: 'PUT', json: { email: address }, token });
    expect([invite.status, signUp.status, change.status]).toEqual([400, 400, 400]);
  });

  it('an invitation is in the own name only, and what the inviter is called is text', async () => {
    const person = {
      ...newResident('Mardan'),
      firstName: '<img src=x onerror=alert(1)>',
      lastName: 'https://evil.example',
    };
    const token = await join(portal, person);
    const neighborEmail = newResident('Mardan').email;
    const ask = askFrom(portal.portal);
    const forged = { userEmail: 'mayor@example.com', neighborEmail };
    expect((await ask('/api/sendInvite', { json: forged, token })).status).toBe(403);
    expect((await ask('/api/sendInvite', { json: { ...forged, userEmail: person.email }, token })).status).toBe(202);
    const mail = await mailWith(portal.mailbox, neighborEmail, /invites you/);
    expect(mail.html).not.toContain('<img');
    expect(await mailsTo(portal.mailbox, neighborEmail)).toHaveLength(1);
  });
});

it('nothing of this is in the logs: no password, no token, no secret key, no address', async () => {
  const person = { ...newResident('Mardan'), password: 'kept out of every log 7261' };
  const token = await join(portal, person);
  const session = await call<{ access_token: string; refresh_token: string }>(
    portal,
    '/auth/v1/token?grant_type=password',
    { json: { email: person.email, password: person.password } },
  );
  const { refresh_token } = session;
  await call(portal, '/auth/v1/token?grant_type=refresh_token', { json: { refresh_token } });
  await call(portal, '/auth/v1/recover', { json: { email: person.email } });
  const recovery = linkIn(await mailWith(portal.mailbox, person.email, /Reset/), 'reset-password');
  const token_hash = new URL(recovery).searchParams.get('token_hash') as string;
  await call(portal, '/auth/v1/verify', { json: { type: 'recovery', token_hash } });
  const admin = { ...newResident('Mardan'), password: 'an office password 5509' };
  const adminToken = await joinAdmin(portal, admin);
  await askFrom(portal.portal)('/auth/v1/token?grant_type=password', { json: { ...person, password: 'wrong 9150' } });

  const hidden = [
    person.password,
    person.email,
    person.phone,
    token,
    session.access_token,
    refresh_token,
    token_hash,
    admin.password,
    admin.email,
    adminToken,
    portal.secretKey,
    'wrong 9150',
  ];
  const folder = joinPath(portal.dataDir, 'logs');
  const logs = await Promise.all(
    (await readdir(folder)).map(async (name) => ({ name, text: await readFile(joinPath(folder, name), 'utf8') })),
  );
  expect(logs.some(({ text }) => text.includes('"security"'))).toBe(true);
  const found = logs.flatMap(({ name, text }) =>
    hidden.filter((value) => text.includes(value)).map((value) => [name, value]),
  );
  expect(found).toEqual([]);
});
