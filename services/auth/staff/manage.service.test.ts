import { CommandFailed, transaction } from '@tma/kit';
import { pino } from 'pino';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startLoggingNotes } from '../credentials/security-log/log-notes.ts';
import { takeSecurityNotes } from '../credentials/security-log/security-notes.store.ts';
import { goodPassword, newEmail, newIp, secretKey, startAuth } from '../testing/index.ts';
import { manageAdmins } from './manage.ts';

const auth = await startAuth();
afterAll(() => auth.stop());
beforeEach(() => notes());

const admins = (...args: string[]) => manageAdmins(auth.asCommand(), args);
const addTehsil = async (token: string) =>
  (await auth.call('/api/addTehsil', { body: { newtehsil: newEmail().replaceAll(/[@.]/g, ' ') }, token })).status;
const idOf = async (email: string): Promise<string> =>
  (await auth.pool.query('select id from admins where email = $1', [email])).rows[0]?.id;
const notes = () => transaction(auth.pool, takeSecurityNotes);

describe('disabling an administrator', () => {
  test('ends every session at once, and is published', async () => {
    const { email, token } = await auth.admin();
    const second = (await auth.adminSignIn(email)).body.Token;
    const other = await auth.admin();
    expect(await Promise.all([addTehsil(token), addTehsil(second)])).toEqual([201, 201]);
    expect(await admins('disable', email.toUpperCase())).toBe(`${email} is disabled. 2 sessions ended.`);
    // The service hears of it by Redis, a moment after the command.
    await expect.poll(() => Promise.all([token, second].map(addTehsil))).toEqual([401, 401]);
    expect(await addTehsil(other.token)).toBe(201);
    const id = await idOf(email);
    const [ended, ...more] = await auth.eventsOf('SessionsEnded', id);
    expect([ended?.sessions.length, more]).toEqual([2, []]);
    expect(await notes()).toEqual([{ security: 'admin disabled', ids: { admin: id } }]);
    expect((await auth.eventsOf('AdministratorSaved', id)).at(-1)).toMatchObject({ email, disabled: true });
  });

  test('refuses sign-in as a wrong password does, limits included, and the address stays taken', async () => {
    const [disabled, wrong] = [await auth.admin(), await auth.admin()];
    await admins('disable', disabled.email);
    const [ip, otherIp] = [newIp(), newIp()];
    const answerOf = ({ status, body }: Awaited<ReturnType<typeof auth.adminSignIn>>) => [
      status,
      { ...body, requestId: '' },
    ];
    for (let time = 0; time < 11; time += 1) {
      const answers = [
        await auth.adminSignIn(disabled.email, goodPassword, ip),
        await auth.adminSignIn(wrong.email, 'wrong', otherIp),
      ];
      expect(answers.map(({ status }) => status)).toEqual(time < 10 ? [400, 400] : [429, 429]);
      const [first, second] = answers.map(answerOf);
      expect(first).toEqual(second);
    }
    const body = {
      First_Name: 'A',
      Last_Name: 'B',
      Email: disabled.email,
      Password: goodPassword,
      Tehsil: 'Mardan',
      Secret_Key: secretKey,
    };
    const again = await auth.call('/adminsignup', { body, ip: newIp() });
    expect([again.status, again.body.message]).toEqual([400, 'Email already exists']);
  });

  test('twice is no error, and enabling lets them in again, not their old sessions', async () => {
    const { email, token } = await auth.admin();
    await admins('disable', email);
    expect(await admins('disable', email)).toBe(`${email} was disabled already. 0 sessions ended.`);
    expect(await admins('enable', email)).toBe(`${email} may sign in again.`);
    expect(await admins('enable', email)).toBe(`${email} was not disabled.`);
    const fresh = await auth.adminSignIn(email);
    expect(fresh.status).toBe(200);
    const saved = await auth.eventsOf('AdministratorSaved', await idOf(email));
    expect(saved.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5]);
    expect(saved.map(({ disabled }) => disabled === true)).toEqual([false, true, true, false, false]);
    expect([await addTehsil(token), await addTehsil(fresh.body.Token)]).toEqual([401, 201]);
    const events = ['admin disabled', 'admin disabled', 'admin enabled', 'admin enabled'];
    expect((await notes()).map(({ security }) => security)).toEqual(events);
  });

  test('that is under way when they sign in refuses them', async () => {
    const { email } = await auth.admin();
    const signingIn = await transaction(auth.pool, async (tx) => {
      await tx.query('select from admins where email = $1 for update', [email]);
      const answer = auth.adminSignIn(email);
      await auth.somebodyWaits();
      await tx.query('update admins set disabled_at = now() where email = $1', [email]);
      return { answer };
    });
    expect((await signingIn.answer).status).toBe(400);
    // The one from before, which the command itself would have ended.
    expect(await liveSessions(email)).toBe(1);
  });

  test('while a sign-in is under way ends that session, too', async () => {
    const { email } = await auth.admin();
    const disabling = await transaction(auth.pool, async (tx) => {
      // A sign-in takes this lock and makes its session; here it is held up before it commits.
      await tx.query('select from admins where email = $1 for share', [email]);
      await tx.query(
        'insert into admin_sessions (id, admin_id) select gen_random_uuid(), id from admins where email = $1',
        [email],
      );
      const done = admins('disable', email);
      await auth.somebodyWaits();
      return { done };
    });
    expect(await disabling.done).toContain('2 sessions ended');
    expect(await liveSessions(email)).toBe(0);
  });

  test('among many sign-ins at once leaves no valid token', async () => {
    const { email } = await auth.admin();
    const tries = Array.from({ length: 8 }, () => auth.adminSignIn(email));
    const [answers] = await Promise.all([Promise.all(tries), Promise.race(tries).then(() => admins('disable', email))]);
    const tokens = answers.flatMap(({ status, body }) => (status === 200 ? [body.Token as string] : []));
    expect(await Promise.all(tokens.map(addTehsil))).toEqual(tokens.map(() => 401));
    expect(await liveSessions(email)).toBe(0);
  });

  const liveSessions = async (email: string) =>
    (await auth.pool.query('select from admin_sessions where admin_id = $1', [await idOf(email)])).rowCount;
});

describe('moving an administrator', () => {
  test('ends their sessions: the next token is of the other tehsil', async () => {
    const { email, token } = await auth.admin();
    expect(await admins('move', email, 'takht  bhai')).toBe(
      `${email} is moved from Mardan to Takht Bhai. 1 session ended.`,
    );
    expect(await addTehsil(token)).toBe(401);
    const claims = JSON.parse(
      Buffer.from((await auth.adminSignIn(email)).body.Token.split('.')[1], 'base64url').toString(),
    );
    expect(claims.Tehsil).toBe('Takht Bhai');
    expect(await admins('move', email, 'Takht Bhai')).toBe(`${email} is in Takht Bhai already.`);
    expect((await notes()).map(({ security }) => security)).toEqual(['admin moved']);
    const id = await idOf(email);
    const saved = (await auth.eventsOf('AdministratorSaved', id)).map(({ tehsil, version }) => [tehsil, version]);
    expect(saved).toEqual([
      ['Mardan', 1],
      ['Takht Bhai', 2],
    ]);
  });
});

test('a line for the security log is written by the service, once, however many instances there are', async () => {
  const { email } = await auth.admin();
  await admins('disable', email);
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const stops = [1, 2, 3].map(() => startLoggingNotes({ pool: auth.pool, log }));
  await expect.poll(() => lines.length).toBe(1);
  await Promise.all(stops.map((stop) => stop()));
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ security: 'admin disabled', admin: await idOf(email), msg: 'security event' }),
  ]);
});

test.each([
  [['disable', 'nobody@example.org'], 'There is no administrator with the address nobody@example.org.'],
  [['enable', 'nope'], 'There is no administrator with the address nope.'],
  [['disable'], 'Use: npm run admins'],
  [['disable', 'a@example.org', 'b@example.org'], 'Use: npm run admins'],
  [['move', 'a@example.org', 'Takht', 'Bhai'], 'Use: npm run admins'],
  [['role', 'a@example.org', 'head', 'b@example.org'], 'Use: npm run admins'],
  [['dance'], 'Use: npm run admins'],
  [[], 'Use: npm run admins'],
])('%j is refused, and says why', async (args, message) => {
  await expect(admins(...args)).rejects.toThrow(CommandFailed);
  await expect(admins(...args)).rejects.toThrow(message);
});

test('an unknown tehsil is refused with the list of those there are', async () => {
  const { email } = await auth.admin();
  await expect(admins('move', email, 'Nowhere')).rejects.toThrow(
    /There is no tehsil Nowhere\. There are: .*Takht Bhai/,
  );
});

test('the list has everybody, with tehsil, state and sessions', async () => {
  const [active, disabled] = [await auth.admin(), await auth.admin()];
  await admins('disable', disabled.email);
  const lines = (await admins('list')).split('\n');
  const lineOf = (email: string) => lines.find((line) => line.includes(email));
  expect(lineOf(active.email)).toMatch(/A B +Mardan +head +since \d{4}-\d\d-\d\d +1 session$/);
  expect(lineOf(disabled.email)).toMatch(/disabled on \d{4}-\d\d-\d\d$/);
  expect(lines.at(-1)).toMatch(/^\d+ administrators$/);
});

test('a changed role counts from the next call on, in the same session', async () => {
  const { email, token } = await auth.admin();
  expect(await addTehsil(token)).toBe(201);
  expect(await admins('role', email, 'clerk')).toBe(`${email} is clerk of Mardan now.`);
  await expect.poll(() => addTehsil(token)).toBe(403);
  expect(await admins('role', email, 'clerk')).toBe(`${email} is clerk already.`);
  expect((await auth.adminSignIn(email)).body).toMatchObject({ role: 'clerk' });
  const id = await idOf(email);
  expect((await auth.eventsOf('AdministratorSaved', id)).at(-1)).toMatchObject({ role: 'clerk', version: 2 });
  expect((await auth.eventsOf('RoleChanged', id)).at(-1)).toMatchObject({ role: 'clerk', version: 2 });
  expect(await notes()).toEqual([{ security: 'admin role changed', ids: { admin: id } }]);
  expect(await admins('role', email, 'head')).toBe(`${email} is head of Mardan now.`);
  await expect.poll(() => addTehsil(token)).toBe(201);
  await expect(admins('role', email, 'king')).rejects.toThrow('There is no role king. There are: head, clerk, crew.');
});
