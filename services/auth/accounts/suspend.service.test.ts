import { CommandFailed, transaction } from '@tma/kit';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { takeSecurityNotes } from '../credentials/security-log/security-notes.store.ts';
import { newIp, startAuth } from '../testing/index.ts';
import { manageResidents } from './suspend.ts';

const auth = await startAuth();
afterAll(() => auth.stop());
beforeEach(() => notes());
const notes = () => transaction(auth.pool, takeSecurityNotes);

const residents = (...args: string[]) => manageResidents(auth.asCommand(), args);
const statusOf = async (token: string) => (await auth.user(token)).status;

test('a suspended resident’s sessions end, and they cannot sign in until they are resumed; nothing of theirs is deleted', async () => {
  const { id, email, token, refresh } = await auth.resident();
  expect(await statusOf(token)).toBe(200);
  expect(await residents('suspend', email.toUpperCase())).toBe(`${email} is suspended. All sessions ended.`);
  expect(await statusOf(token)).not.toBe(200);
  const refreshed = await auth.call('/auth/v1/token?grant_type=refresh_token', {
    body: { refresh_token: refresh },
    ip: newIp(),
  });
  expect([refreshed.status, refreshed.body.code]).toEqual([400, 'refresh_token_not_found']);
  const refused = await auth.signIn(email);
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([400, 'user_banned', 'User is banned']);
  // Only who knows the password is told.
  expect((await auth.signIn(email, 'wrong')).body.code).toBe('invalid_credentials');
  expect(await residents('suspend', email)).toBe(`${email} was suspended already.`);
  expect(await residents('resume', email)).toBe(`${email} may sign in again.`);
  expect(await residents('resume', email)).toBe(`${email} was not suspended.`);
  const again = await auth.signIn(email);
  expect([again.status, again.body.user.id]).toEqual([200, id]);
  const ids = { account: id };
  expect(await notes()).toEqual([
    { security: 'resident suspended', ids },
    { security: 'resident resumed', ids },
  ]);
});

test('a mailed link signs in no suspended resident, and works once they are resumed', async () => {
  const { id, email } = await auth.resident();
  await auth.call('/auth/v1/recover', { body: { email } });
  const { token } = await auth.linkOf('RecoveryRequested', id);
  const follow = () => auth.call('/auth/v1/verify', { body: { type: 'recovery', token_hash: token } });
  await residents('suspend', email);
  const refused = await follow();
  expect([refused.status, refused.body.code]).toEqual([400, 'user_banned']);
  await residents('resume', email);
  expect((await follow()).status).toBe(200);
});

test.each([
  [[]],
  [['suspend']],
  [['suspend', 'nobody@example.org']],
  [['suspend', 'no address']],
  [['resume', 'a@example.org', 'b@example.org']],
  [['delete', 'a@example.org']],
])('%j does nothing and says why', async (args) => {
  await expect(residents(...args)).rejects.toThrow(CommandFailed);
});
