import { administratorLinkKind, lifetimes } from '@tma/contracts';
import { createLinkToken } from '@tma/kit';
import { afterAll, describe, expect, test } from 'vitest';
import { claimsOf, goodPassword, newEmail, newIp, startAuth, times, tooMany } from '../../testing/index.ts';
import { manageAdmins } from '../manage.ts';

const auth = await startAuth();
afterAll(() => auth.stop());

const another = 'another good password';
const idOf = (token: string) => claimsOf(token).sub as string;
/** Whether the token is still one. */
const isOpen = async (token: string) => (await auth.call('/api/admins', { token })).status === 200;
const changesOf = async (id: string) =>
  (await auth.eventsOf('AccountChanged', id)).map(({ of, change, email }) => [of, change, email]);

describe('an administrator changes the password', () => {
  const change = (token: string, currentPassword: string, newPassword: string, ip = newIp()) =>
    auth.call('/adminpassword', { method: 'PUT', token, body: { currentPassword, newPassword }, ip });

  test('with the current one; this session goes on, every other ends, and they are notified', async () => {
    const { email, token } = await auth.admin();
    const other = (await auth.adminSignIn(email, goodPassword)).body.Token as string;
    expect((await change(token, goodPassword, another)).status).toBe(204);
    expect([await isOpen(token), await isOpen(other)]).toEqual([true, false]);
    expect((await auth.adminSignIn(email, goodPassword)).status).toBe(400);
    expect((await auth.adminSignIn(email, another)).status).toBe(200);
    expect(await changesOf(idOf(token))).toEqual([['administrator', 'password', email]]);
    expect(auth.lines.join('')).toContain(`"security":"password changed","admin":"${idOf(token)}"`);
  });

  test('not with a wrong one, which counts like a wrong sign-in, and not to a weak one', async () => {
    const { email, token } = await auth.admin();
    const weak = await change(token, goodPassword, 'short');
    expect([weak.status, weak.body.code, weak.body.errors[0].path]).toEqual([400, 'weak_password', 'newPassword']);
    const ip = newIp();
    const wrong = await times(10, () => change(token, 'wrong', another, ip));
    expect(new Set(wrong.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
      new Set(['400 invalid_credentials']),
    );
    expect(await change(token, goodPassword, another, ip)).toMatchObject(tooMany('over_request_rate_limit'));
    const signingIn = { body: { Email: email, Password: goodPassword }, ip };
    expect((await auth.call('/adminsignin', signingIn)).status).toBe(429);
    expect(await changesOf(idOf(token))).toEqual([]);
  });
});

describe('an administrator who forgot the password', () => {
  const recover = (Email: string, ip = newIp()) => auth.call('/adminrecover', { body: { Email }, ip });
  const reset = (token: string, Password = another, ip = newIp()) =>
    auth.call('/adminreset', { body: { token, Password }, ip });
  const mailsTo = (id: string) => auth.eventsOf('AdministratorRecoveryRequested', id);
  /** The token of the last link that was mailed, as notify makes it. */
  const tokenFor = async (id: string) => {
    const sealed = (await mailsTo(id)).at(-1)?.sealedLink;
    if (!sealed) throw new Error(`${id} has no link`);
    return createLinkToken(sealed.key, auth.config.LINK_SECRET, administratorLinkKind, sealed.id);
  };
  /** One who has asked for a link. */
  const forgetful = async () => {
    const { email, token } = await auth.admin();
    await recover(email.toUpperCase());
    return { email, session: token, id: idOf(token), link: await tokenFor(idOf(token)) };
  };

  test('sets another by the mailed link, once; all sessions end, and they are notified', async () => {
    const { email, session, id, link } = await forgetful();
    const [mail] = await mailsTo(id);
    expect(mail).toMatchObject({ id, email, name: 'A B', language: 'en' });
    const seconds = (Date.parse(String(mail?.expiresAt)) - Date.now()) / 1000;
    expect(Math.abs(seconds - lifetimes.administratorLink)).toBeLessThan(60);

    const weak = await reset(link, 'short');
    expect([weak.status, weak.body.code]).toEqual([400, 'weak_password']);
    const answers = await Promise.all([reset(link), reset(link), reset(link)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 410, 410]);
    expect(await isOpen(session)).toBe(false);
    expect((await auth.adminSignIn(email, goodPassword)).status).toBe(400);
    expect((await auth.adminSignIn(email, another)).status).toBe(200);
    const again = await reset(link);
    expect([again.status, again.body.code]).toEqual([410, 'link_over']);
    expect(await changesOf(id)).toEqual([['administrator', 'password', email]]);
  });

  test('gets a link that a newer one, an hour, a changed password or being disabled ends', async () => {
    const ends: ((person: Awaited<ReturnType<typeof forgetful>>) => Promise<unknown>)[] = [
      ({ email }) => recover(email),
      ({ id }) => auth.pool.query('update admin_links set expires_at = now() where admin_id = $1', [id]),
      ({ id }) => auth.pool.query('update admins set disabled_at = now() where id = $1', [id]),
      async ({ email }) => {
        for (const action of ['disable', 'enable']) await manageAdmins(auth.asCommand(), [action, email]);
      },
      ({ session }) => {
        const body = { currentPassword: goodPassword, newPassword: 'a third good password' };
        return auth.call('/adminpassword', { method: 'PUT', token: session, body });
      },
    ];
    for (const end of ends) {
      const person = await forgetful();
      await end(person);
      const answer = await reset(person.link);
      expect([answer.status, answer.body.code]).toEqual([410, 'link_over']);
    }
  });

  test('is refused with any other link: unknown ones are 404, and limited to thirty an hour for an IP', async () => {
    const resident = await auth.resident();
    await auth.call('/auth/v1/recover', { body: { email: resident.email } });
    const ip = newIp();
    const { token = '' } = (await auth.linkOf('RecoveryRequested', resident.id)) as { token?: string };
    for (const foreign of [token, 'x', '', 'A'.repeat(64), 'A'.repeat(300)]) {
      const answer = await reset(foreign, another, ip);
      expect([answer.status, answer.body.code]).toEqual([404, 'link_unknown']);
    }
    await times(25, () => reset('x', another, ip));
    expect(await reset('x', another, ip)).toMatchObject(tooMany('over_request_rate_limit'));
    const { link } = await forgetful();
    expect((await reset(link, another, ip)).status).toBe(204);
  });

  test('asks for a link thirty times an hour from an IP, together with residents', async () => {
    const ip = newIp();
    const asked = await Promise.all([
      ...Array.from({ length: 15 }, () => recover(newEmail(), ip)),
      ...Array.from({ length: 15 }, () => auth.call('/auth/v1/recover', { body: { email: newEmail() }, ip })),
    ]);
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([200, 202]));
    expect(await recover(newEmail(), ip)).toMatchObject(tooMany('over_request_rate_limit'));
  });

  test('cannot be told from anybody else: the same answer, no faster, and the same limits', async () => {
    const { email, token } = await auth.admin();
    const disabled = await auth.admin();
    await auth.pool.query('update admins set disabled_at = now() where email = $1', [disabled.email]);
    for (const address of [email, disabled.email, newEmail()]) {
      const began = performance.now();
      const answers = await times(5, () => recover(address));
      expect(answers.map(({ status, text }) => [status, text.slice(0, 2)])).toEqual([
        ...Array(4).fill([202, '{}']),
        [429, '{"'],
      ]);
      expect(performance.now() - began).toBeGreaterThan(4 * 55);
    }
    expect(await mailsTo(idOf(token))).toHaveLength(4);
    expect(await mailsTo(idOf(disabled.token))).toHaveLength(0);
    expect((await recover('nope')).status).toBe(400);
  });
});
