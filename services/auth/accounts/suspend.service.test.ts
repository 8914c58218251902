import { CommandFailed, connectRedis, createEndedSessions, transaction } from '@tma/kit';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { takeSecurityNotes } from '../credentials/security-notes.store.ts';
import { type AuthService, goodPassword, newIp, startAuth } from '../testing/index.ts';
import { manageResidents } from './suspend.ts';

let auth: AuthService;
const redis = connectRedis(inject('backing').redisUrl, pino({ level: 'silent' }), 'auth');
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(async () => {
  redis.close();
  await auth?.stop();
});
beforeEach(() => notes());
const notes = () => transaction(auth.pool, takeSecurityNotes);

/** The command as it runs: in a process of its own, which knows nothing of the service's memory. */
const residents = (...args: string[]) =>
  manageResidents({ pool: auth.pool, ended: createEndedSessions(auth.pool, redis) }, args);
const signIn = (email: string, password = goodPassword) =>
  auth.call('/auth/v1/token?grant_type=password', { body: { email, password }, ip: newIp() });
const statusOf = async (token: string) => (await auth.call('/auth/v1/user', { token })).status;

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
  const refused = await signIn(email);
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([400, 'user_banned', 'User is banned']);
  // Only who knows the password is told.
  expect((await signIn(email, 'wrong')).body.code).toBe('invalid_credentials');
  expect(await residents('suspend', email)).toBe(`${email} was suspended already.`);
  expect(await residents('resume', email)).toBe(`${email} may sign in again.`);
  expect(await residents('resume', email)).toBe(`${email} was not suspended.`);
  const again = await signIn(email);
  expect([again.status, again.body.user.id]).toEqual([200, id]);
  const ids = { account: id };
  expect(await notes()).toEqual([
    { security: 'resident suspended', ids },
    { security: 'resident resumed', ids },
  ]);
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
