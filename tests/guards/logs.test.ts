import { readdir, readFile } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { expect, inject, it } from 'vitest';
import { lastRunning } from '../../infra/run/run-file.ts';
import { readSecrets } from '../../infra/run/secrets.ts';
import { askFrom } from '../../testing/ask-from.ts';
import { call, idIn, join, joinAdmin } from '../../testing/calls.ts';
import { linkIn, mailWith } from '../../testing/mailbox.ts';
import { newResident } from '../../testing/people.ts';
import { mailboxTelephone, newMobile } from '../../testing/telephones.ts';

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
  expect(await foundInLogs(hidden, lineOf(token, 'sign-in failed'))).toEqual([]);
});

it('no telephone number is in the logs or figures of any process, however it is written, nor what a telephone sent', async () => {
  const person = newResident('Mardan');
  const token = await join(portal, person);
  const number = newMobile();
  const telephone = mailboxTelephone(portal, number);
  const own = (await call<{ number: string }>(portal, '/api/phone', { method: 'PUT', token, json: { number } })).number;
  expect(own).toBe(number);
  await expect.poll(async () => (await telephone.got()).length, { timeout: 20_000 }).toBe(1);
  const code = /\d{6}/.exec((await telephone.got())[0] ?? '')?.[0];
  await expect(call(portal, '/api/phone/code', { token, json: { code: 'abcdef' } })).rejects.toThrow(/code_wrong/);
  await call(portal, '/api/phone/code', { token, json: { code } });
  await telephone.send('YES 123456 kept out of every log 7262');
  await telephone.send('STOP');
  await expect.poll(async () => (await telephone.got()).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(3);
  const running = await lastRunning(portal.dataDir);
  const { smsKey } = await readSecrets(portal.dataDir);
  // Callbacks that notify refuses: without the key, and malformed.
  for (const query of [{ key: 'wrong' }, { key: smsKey }]) {
    const url = `http://127.0.0.1:${running?.ports.sms}/incoming?${new URLSearchParams({ ...query, from: number })}`;
    expect((await fetch(url)).ok).toBe(false);
  }
  // Its last digits are in it however it is written.
  const hidden = [number.slice(-7), 'kept out of every log 7262', smsKey, 'kannel://'];
  expect(await foundInLogs(hidden, lineOf(token, 'number confirmed'))).toEqual([]);
  for (const port of new Set([running?.ports.auth, running?.ports.reports, running?.ports.notify])) {
    const figures = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(hidden.filter((value) => figures.includes(value))).toEqual([]);
  }
});

async function foundInLogs(hidden: readonly string[], lastLine: string) {
  const folder = joinPath(portal.dataDir, 'logs');
  const readLogs = async () =>
    Promise.all(
      (await readdir(folder)).map(async (name) => ({ name, text: await readFile(joinPath(folder, name), 'utf8') })),
    );
  // Lines are written some at a time: the last thing that was done is to be among them.
  await expect.poll(async () => (await readLogs()).some(({ text }) => text.includes(lastLine))).toBe(true);
  const logs = await readLogs();
  return logs.flatMap(({ name, text }) => hidden.filter((value) => text.includes(value)).map((value) => [name, value]));
}

/** What the log of security says that somebody did. */
const lineOf = (token: string, act: string) => `"security":"${act}","account":"${idIn(token)}"`;
