import { afterAll, describe, expect, test } from 'vitest';
import { type AuthService, claimsOf, goodPassword, newEmail, newIp, secretKey, startAuth } from '../testing/index.ts';

const auth = await startAuth();
/** The settings of another instance. */
const beside = {
  DATABASE_URL: auth.config.DATABASE_URL,
  SIGNING_KEY_SECRET: auth.config.SIGNING_KEY_SECRET.toString('base64url'),
  LINK_SECRET: auth.config.LINK_SECRET.toString('base64url'),
};
const strict = await startAuth({ ...beside, ADMIN_REGISTRATION: 'first' });
afterAll(async () => {
  await strict.stop();
  await auth.stop();
});

const register = (service: AuthService, Tehsil: string, changes: object = {}) =>
  service.call('/adminsignup', {
    body: {
      First_Name: 'Amna',
      Last_Name: 'Bibi',
      Email: newEmail(),
      Password: goodPassword,
      Tehsil,
      Secret_Key: secretKey,
      ...changes,
    },
    ip: newIp(),
  });

/** The name of a tehsil that has no administrator. */
async function newTehsil(name: string) {
  const body = { newtehsil: name, Secret_Key: secretKey };
  expect((await auth.call('/api/addTehsil', { body })).status).toBe(201);
  return name;
}
const idOf = async (email: string) => {
  const { body } = await auth.adminSignIn(email);
  return claimsOf(body.Token).sub as string;
};

describe('whoever becomes an administrator of a tehsil', () => {
  test('is made known to every other active one, and to nobody else', async () => {
    const tehsil = await newTehsil('Tehsil of notices');
    const [first, second, third] = [newEmail(), newEmail(), newEmail()];
    await register(auth, tehsil, { Email: first });
    const gone = await register(auth, tehsil);
    await auth.pool.query('update admins set disabled_at = now() where email = $1', [gone.body.email]);
    await register(auth, tehsil, { Email: second, Language: 'ur' });
    await register(auth, tehsil, { Email: third, First_Name: 'Sana', Last_Name: 'Khan' });
    expect(await auth.eventsOf('AdministratorRegistered', await idOf(first))).toEqual([]);
    const [notice, ...more] = await auth.eventsOf('AdministratorRegistered', await idOf(third));
    expect(more).toEqual([]);
    expect(notice).toMatchObject({ name: 'Sana Khan', tehsil });
    expect(notice?.to.map(({ email, language }) => `${email} ${language}`).sort()).toEqual(
      [`${first} en`, `${second} ur`].sort(),
    );
  });

  test('is one of two who register at once: the later one is made known to the earlier', async () => {
    const tehsil = await newTehsil('Tehsil of two');
    const emails = [newEmail(), newEmail()];
    await Promise.all(emails.map((Email) => register(auth, tehsil, { Email })));
    const notices = await Promise.all(
      emails.map(async (email) => auth.eventsOf('AdministratorRegistered', await idOf(email))),
    );
    expect(notices.map(({ length }) => length).sort()).toEqual([0, 1]);
  });
});

describe('where only the first of a tehsil registers with the key', () => {
  test('anybody else needs an invitation, until no head is active', async () => {
    const tehsil = await newTehsil('Tehsil of one');
    const answers = await Promise.all([register(strict, tehsil), register(strict, tehsil), register(strict, tehsil)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403]);
    const refused = await register(strict, tehsil);
    expect(refused.body).toMatchObject({
      code: 'invitation_needed',
      detail: 'Ask the head of your office for an invitation.',
    });
    expect((await register(strict, tehsil, { Secret_Key: 'wrong' })).status).toBe(401);
    const registered = answers.find(({ status }) => status === 201)?.body.email;
    const again = await register(strict, tehsil, { Email: registered });
    expect(again.body).toMatchObject({ status: 400, detail: 'Email already exists' });
    for (const change of ['disabled_at = now()', "role = 'clerk'"]) {
      await auth.pool.query(`update admins set ${change} where tehsil = $1`, [tehsil]);
      expect((await register(strict, tehsil)).status).toBe(201);
    }
  });

  test('that is so in production, unless it is set otherwise', async () => {
    const tehsil = await newTehsil('Tehsil of production');
    await register(auth, tehsil);
    for (const [changes, status] of [
      [{ NODE_ENV: 'production' }, 403],
      [{ NODE_ENV: 'production', ADMIN_REGISTRATION: 'key' }, 201],
    ] as const) {
      const service = await startAuth({ ...beside, ...changes });
      expect((await register(service, tehsil)).status).toBe(status);
      await service.stop();
    }
  });
});
