import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lifetimes } from '@tma/contracts';
import { signLink, transaction } from '@tma/kit';
import { afterAll, describe, expect, test } from 'vitest';
import { claimsOf, goodPassword, newEmail, newIp, portal, secretKey, startAuth } from '../testing/index.ts';

const auth = await startAuth();
afterAll(() => auth.stop());

const registration = (changes: object = {}) => ({
  First_Name: 'Amna',
  Last_Name: 'Bibi',
  Email: newEmail(),
  Password: goodPassword,
  Tehsil: 'Mardan',
  Secret_Key: secretKey,
  ...changes,
});
const register = (changes: object = {}, ip = newIp()) => auth.call('/adminsignup', { body: registration(changes), ip });

test.each<[path: string, name: string]>([
  ...Object.keys(registration()).map((name): [string, string] => ['/adminsignup', name]),
  ['/adminsignin', 'Email'],
  ['/adminsignin', 'Password'],
  ['/api/addTehsil', 'newtehsil'],
  ['/api/sendInvite', 'neighborEmail'],
])('%s names a missing %s', async (path, name) => {
  const inviter = path === '/api/sendInvite' ? await auth.resident() : undefined;
  const whole = { ...registration(), newtehsil: 'X', userEmail: inviter?.email, neighborEmail: newEmail() };
  const asked = { body: { ...whole, [name]: undefined }, ip: newIp(), token: inviter?.token };
  const { status, body } = await auth.call(path, asked);
  expect([status, body.code]).toEqual([400, 'invalid_request']);
  expect(body.errors).toContainEqual(expect.objectContaining({ path: name }));
});

describe('registering an administrator', () => {
  test('answers 201, and is logged without the address', async () => {
    const Email = newEmail();
    const { status, body } = await register({ Email: Email.toUpperCase(), Tehsil: 'mardan' });
    expect([status, body]).toEqual([201, { success: true, email: Email }]);
    expect(auth.lines.join('')).toContain('"security":"admin registered"');
    const { body: session } = await auth.call('/adminsignin', { body: { Email, Password: goodPassword } });
    expect(session).toEqual({ Token: expect.any(String), email: Email, success: true, language: 'en', role: 'head' });
    const claims = claimsOf(session.Token);
    expect(claims).toMatchObject({ aud: 'admin', email: Email, Tehsil: 'Mardan', iss: `${portal}/auth/v1` });
    expect(claims.exp - claims.iat).toBe(lifetimes.accessToken.admin);
    expect(claims.session_id).toBeDefined();
  });

  test('is published with it, once', async () => {
    const email = newEmail();
    await Promise.all([register({ Email: email }), register({ Email: email })]);
    const { rows } = await auth.pool.query('select id from admins where email = $1', [email]);
    const [{ id } = {}] = rows;
    const saved = { id, name: 'Amna Bibi', email, tehsil: 'Mardan', role: 'head', language: 'en', version: 1 };
    expect(await auth.eventsOf('AdministratorSaved', id)).toEqual([saved]);
  });

  test.each([
    [{ Secret_Key: 'wrong' }, 401, 'Invalid Secret Key'],
    [{ Secret_Key: `${secretKey}x`, Password: 'x' }, 401, 'Invalid Secret Key'],
    [{ Password: 'short' }, 400, 'Password should be at least 8 characters.'],
    [{ Tehsil: 'Nowhere' }, 400, 'There is no tehsil of this name'],
    [{ Tehsil: undefined, First_Name: ' ' }, 400, 'First_Name: is required; Tehsil: is required'],
    [{ Email: 'nope' }, 400, 'Email: must be an e-mail address'],
    [{ Secret_Key: undefined }, 400, 'Secret_Key: is required'],
  ])('%j is refused', async (changes, status, message) => {
    const answer = await register(changes);
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.body).toMatchObject({ status, message, detail: message });
  });

  test('of a taken address is refused, also at the same moment', async () => {
    const Email = newEmail();
    const answers = await Promise.all([register({ Email }), register({ Email }), register({ Email })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    expect((await register({ Email })).body.message).toBe('Email already exists');
  });

  test('is refused to an IP after ten wrong keys in an hour, also with the right one', async () => {
    const ip = newIp();
    for (let time = 0; time < 10; time += 1) expect((await register({ Secret_Key: 'wrong' }, ip)).status).toBe(401);
    const { status, headers } = await register({}, ip);
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(3000);
    expect(headers['ratelimit-limit']).toBe('10');
    const added = { newtehsil: 'Somewhere', Secret_Key: secretKey };
    expect((await auth.call('/api/addTehsil', { body: added, ip })).status).toBe(429);
    expect((await register()).status).toBe(201);
  });
});

describe('secret keys', () => {
  test('given at the same time count before they are compared: the right one past the limit is refused', async () => {
    const ip = newIp();
    const guesses = Array.from({ length: 20 }, () => register({ Secret_Key: 'wrong' }, ip));
    const right = register({}, ip);
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect((await right).status).toBe(429);
  });

  test('that are right take nothing from the limit, also at the same time as wrong ones', async () => {
    const ip = newIp();
    for (let time = 0; time < 9; time += 1) expect((await register({ Secret_Key: 'wrong' }, ip)).status).toBe(401);
    await Promise.all(Array.from({ length: 5 }, () => register({}, ip)));
    for (let time = 0; time < 12; time += 1) expect((await register({}, ip)).status).toBe(201);
    expect((await register({ Secret_Key: 'wrong' }, ip)).status).toBe(401);
    expect((await register({}, ip)).status).toBe(429);
  });
});

test('another secret key in its file counts at once, and the old one no more', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tma-admin-key-'));
  const file = join(folder, 'key');
  await writeFile(file, secretKey);
  const service = await startAuth({ ADMIN_SECRET_KEY: '', ADMIN_SECRET_KEY_FILE: file });
  const statusOf = async (Secret_Key: string) =>
    (await service.call('/adminsignup', { body: registration({ Secret_Key }), ip: newIp() })).status;
  const other = 'another key than before';
  expect([await statusOf(secretKey), await statusOf(other)]).toEqual([201, 401]);
  await writeFile(file, `${other}\n`);
  expect([await statusOf(secretKey), await statusOf(other)]).toEqual([401, 201]);
  await rm(folder, { recursive: true });
  expect([await statusOf(secretKey), await statusOf(other)]).toEqual([503, 503]);
  await service.stop();
});

describe('an administrator', () => {
  test.each([
    ['a wrong password', () => ({ Password: 'wrong' })],
    ['an unknown address', () => ({ Email: newEmail() })],
    ['no address', () => ({ Email: 'nope' })],
  ])('with %s does not get in', async (_what, changes) => {
    const { email } = await auth.admin();
    const answer = await auth.call('/adminsignin', { body: { Email: email, Password: goodPassword, ...changes() } });
    expect([answer.status, answer.body.message]).toEqual([400, 'Invalid credentials']);
  });

  test('signs out at once', async () => {
    const { token } = await auth.admin();
    expect((await auth.call('/adminsignout', { method: 'POST', token })).status).toBe(204);
    expect((await auth.call('/adminsignout', { method: 'POST', token })).status).toBe(401);
    expect((await auth.call('/api/addTehsil', { body: { newtehsil: 'Late' }, token })).status).toBe(401);
  });

  test("and a resident cannot call each other's operations", async () => {
    const { token } = await auth.admin();
    const user = await auth.user(token);
    expect([user.status, user.body.code]).toEqual([403, 'bad_jwt']);
    const invite = { userEmail: 'a@example.org', neighborEmail: 'b@example.org' };
    expect((await auth.call('/api/sendInvite', { body: invite, token })).status).toBe(403);
    const resident = await auth.resident();
    expect((await auth.call('/adminsignout', { method: 'POST', token: resident.token })).status).toBe(403);
  });
});

describe('adding a tehsil', () => {
  test('works for administrators and for the secret key, once per name', async () => {
    const { token } = await auth.admin();
    const added = await auth.call('/api/addTehsil', { body: { newtehsil: '  New   Place ' }, token });
    expect([added.status, added.body]).toEqual([201, { tehsil: 'New Place' }]);
    const again = await auth.call('/api/addTehsil', { body: { newtehsil: 'new place', Secret_Key: secretKey } });
    expect([again.status, again.body.message]).toEqual([400, 'Tehsil Already Exists']);
    const keyed = await auth.call('/api/addTehsil', { body: { newtehsil: 'By Key', Secret_Key: secretKey } });
    expect(keyed.status).toBe(201);
    expect((await auth.call('/api/gettehsils')).body).toContainEqual({ tehsil: 'New Place' });
  });

  test.each<[string, object, number]>([
    ['no token and no key', { newtehsil: 'Nowhere' }, 401],
    ['a name too short', { newtehsil: ' N ', Secret_Key: secretKey }, 400],
    ['a name too long', { newtehsil: 'N'.repeat(81), Secret_Key: secretKey }, 400],
    ['a name with a link', { newtehsil: 'Mardan www.evil.example', Secret_Key: secretKey }, 400],
    ['a name with a sign of direction', { newtehsil: 'Mar\u202edan', Secret_Key: secretKey }, 400],
    ['no name', { Secret_Key: secretKey }, 400],
  ])('is refused: %s', async (_what, body, status) => {
    expect((await auth.call('/api/addTehsil', { body, ip: newIp() })).status).toBe(status);
  });

  test('is refused with a wrong key, and says so', async () => {
    const body = { newtehsil: 'Nowhere', Secret_Key: 'wrong' };
    const answer = await auth.call('/api/addTehsil', { body, ip: newIp() });
    expect([answer.status, answer.body.message]).toEqual([401, 'Invalid Secret Key']);
  });

  test('is limited for each administrator', async () => {
    const small = await startAuth({ RATE_LIMIT_TEHSILS: '2' });
    try {
      const [one, other] = [await small.admin(), await small.admin()];
      const add = async (token: string, newtehsil: string) =>
        (await small.call('/api/addTehsil', { body: { newtehsil }, token })).status;
      expect([await add(one.token, 'First'), await add(one.token, 'First'), await add(one.token, 'Second')]).toEqual([
        201, 400, 429,
      ]);
      expect(await add(other.token, 'Second')).toBe(201);
    } finally {
      await small.stop();
    }
  });

  test('is not for residents, also with the right key', async () => {
    const { token } = await auth.resident();
    const body = { newtehsil: 'Nowhere', Secret_Key: secretKey };
    expect((await auth.call('/api/addTehsil', { body, token })).status).toBe(403);
  });
});

describe('inviting a neighbour', () => {
  test("asks for a mail in the account's own name", async () => {
    const { id, email, token } = await auth.resident();
    const body = { userEmail: email.toUpperCase(), neighborEmail: 'Neighbour@Example.org' };
    const answer = await auth.call('/api/sendInvite', { body, token });
    expect([answer.status, answer.body]).toEqual([202, { status: 'queued' }]);
    const inviter = { id, name: 'Sana Khan', email, tehsil: 'Mardan', language: 'en' };
    const neighborEmail = 'neighbour@example.org';
    const [event] = await auth.eventsOf('InviteRequested', id);
    expect(event).toMatchObject({ inviter, neighborEmail });
    const { id: link = '', key = '', signature = '' } = event?.sealedLink ?? {};
    expect(signature).toBe(
      signLink(key, auth.config.LINK_SECRET, { kind: 'invitation', id: link, address: neighborEmail }),
    );
  });

  test.each([
    [{ userEmail: 'other@example.org' }, 403],
    [{ neighborEmail: 'nope' }, 400],
    [{ neighborEmail: 'a@example.org\r\nBcc: b@example.org' }, 400],
    [{ neighborEmail: 'a@example.org, b@example.org' }, 400],
    [{ neighborEmail: undefined }, 400],
  ])('%j is refused', async (changes, status) => {
    const { id, email, token } = await auth.resident();
    const body = { userEmail: email, neighborEmail: 'a@example.org', ...changes };
    expect((await auth.call('/api/sendInvite', { body, token })).status).toBe(status);
    expect(await auth.eventsOf('InviteRequested', id)).toEqual([]);
  });

  test('is refused to an account that is being deleted', async () => {
    const { id, email, token } = await auth.resident();
    const inviting = await transaction(auth.pool, async (tx) => {
      await tx.query('delete from users where id = $1', [id]);
      const answer = auth.call('/api/sendInvite', { body: { userEmail: email, neighborEmail: newEmail() }, token });
      await auth.somebodyWaits();
      return { answer };
    });
    const { status, body } = await inviting.answer;
    expect([status, body.code]).toEqual([401, 'session_ended']);
    expect(await auth.eventsOf('InviteRequested', id)).toEqual([]);
  });

  test('is refused after twenty times in a day', async () => {
    const { email, token } = await auth.resident();
    const invite = () => auth.call('/api/sendInvite', { body: { userEmail: email, neighborEmail: newEmail() }, token });
    for (let time = 0; time < 20; time += 1) expect((await invite()).status).toBe(202);
    expect((await invite()).status).toBe(429);
  });
});
