import { readdir, readFile } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { expect, inject, it } from 'vitest';
import { call, join, joinAdmin } from '../../testing/calls.ts';
import { askFrom } from '../../testing/from.ts';
import { linkIn, mailWith } from '../../testing/mailbox.ts';
import { newResident } from '../../testing/people.ts';

const portal = inject('portal');

it('what people send is not in the logs: no password, no token, no secret key, no address', async () => {
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
  const token_hash = new URL(recovery).hash.replace('#token_hash=', '');
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
  const readLogs = async () =>
    Promise.all(
      (await readdir(folder)).map(async (name) => ({ name, text: await readFile(joinPath(folder, name), 'utf8') })),
    );
  const { sub } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string };
  // Lines are written some at a time: the last thing that was done is to be among them.
  const lastLine = new RegExp(`"security":"sign-in failed","account":"${sub}"`);
  await expect.poll(async () => (await readLogs()).some(({ text }) => lastLine.test(text))).toBe(true);
  const found = (await readLogs()).flatMap(({ name, text }) =>
    hidden.filter((value) => text.includes(value)).map((value) => [name, value]),
  );
  expect(found).toEqual([]);
});
