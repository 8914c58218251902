import { unavailable } from '@tma/kit';
import { afterAll, describe, expect, test, vi } from 'vitest';
import {
  type AuthService,
  goodPassword,
  newEmail,
  newIp,
  newNetwork,
  startAuth,
  times,
  tooMany,
} from './testing/index.ts';

const auth = await startAuth();
afterAll(() => auth.stop());

type Ask = (email: string, ip?: string) => ReturnType<AuthService['call']>;

const signUp: Ask = (email, ip = newIp()) =>
  auth.call('/auth/v1/signup', { body: { email, password: goodPassword }, ip });
const recover: Ask = (email, ip = newIp()) => auth.call('/auth/v1/recover', { body: { email }, ip });
const resend: Ask = (email, ip = newIp()) => auth.call('/auth/v1/resend', { body: { type: 'signup', email }, ip });
const resendChange: Ask = (email, ip = newIp()) =>
  auth.call('/auth/v1/resend', { body: { type: 'email_change', email }, ip });
/** By a resident who has changed nothing yet. */
const change: Ask = async (email) =>
  auth.call('/auth/v1/user', { method: 'PUT', body: { email }, token: (await auth.resident()).token });

const statuses = async (count: number, work: () => ReturnType<Ask>) =>
  (await times(count, work)).map(({ status }) => status);

describe('mails to one address', () => {
  const kinds = { signUp, recover, resend, resendChange, change };

  const { signUp: _signUp, ...onRequest } = kinds;
  test.each(Object.entries(onRequest))('%s: four an hour, from wherever they are asked for', async (_kind, ask) => {
    const email = newEmail();
    expect(await statuses(4, () => ask(email))).toEqual([200, 200, 200, 200]);
    expect(await ask(email.toUpperCase())).toMatchObject(tooMany('over_email_send_rate_limit'));
    expect((await ask(newEmail())).status).toBe(200);
  });

  test('signUp: four an hour for each network that asks; the owner of the address still gets theirs', async () => {
    const email = newEmail();
    const stranger = newIp();
    expect(await statuses(4, () => signUp(email, stranger))).toEqual([200, 200, 200, 200]);
    expect(await signUp(email.toUpperCase(), stranger)).toMatchObject(tooMany('over_email_send_rate_limit'));
    expect((await signUp(email, newIp())).status).toBe(200);

    const network = newNetwork();
    const another = newEmail();
    const fromNetwork = await times(5, (index) => signUp(another, `${network}::${index + 1}`));
    expect(fromNetwork.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429]);
  });

  test('signUp: twelve an hour in all; what is refused to one network is not counted', async () => {
    const email = newEmail();
    const stranger = newIp();
    await times(10, () => signUp(email, stranger));
    expect(await statuses(8, () => signUp(email))).toEqual(Array(8).fill(200));
    expect(await signUp(email)).toMatchObject(tooMany('over_email_send_rate_limit'));
    expect((await signUp(newEmail())).status).toBe(200);
  });

  test('signUp: one that is refused as too many passwords are hashed is not counted', async () => {
    const [email, ip] = [newEmail(), newIp()];
    const hash = vi.spyOn(auth.hashing, 'hash').mockRejectedValue(unavailable());
    expect(await statuses(4, () => signUp(email, ip))).toEqual(Array(4).fill(503));
    hash.mockRestore();
    expect(await statuses(5, () => signUp(email, ip))).toEqual([200, 200, 200, 200, 429]);
  });

  test.each(Object.entries(kinds))('%s: is not refused because of other kinds for that address', async (kind, ask) => {
    const email = newEmail();
    // One person may change five times a day: as many as are asked for here.
    const { token } = await auth.resident();
    const all = { ...kinds, change: (address: string) => auth.updateUser(token, { email: address }) };
    for (const [other, askOther] of Object.entries(all)) if (other !== kind) await times(5, () => askOther(email));
    expect((await ask(email)).status).toBe(200);
  });

  test('are counted alike whether it has an account, waits for its confirmation, or is unknown', async () => {
    const addresses = [(await auth.resident()).email, (await auth.signUp()).email, newEmail()];
    for (const ask of [recover, resend, resendChange, change]) {
      const answers = await Promise.all(addresses.map((email) => statuses(5, () => ask(email))));
      expect(answers).toEqual(Array(3).fill([200, 200, 200, 200, 429]));
    }
  });

  test('asked for again for a new address are counted by the address that they go to', async () => {
    const target = newEmail();
    const people = await times(3, () => auth.resident());
    for (const { token } of people) {
      await auth.updateUser(token, { email: target });
    }
    for (const { email } of people) expect(await statuses(4, () => resendChange(email))).toEqual([200, 200, 200, 200]);
    const mails = await Promise.all(people.map(({ id }) => auth.eventsOf('EmailChangeRequested', id)));
    expect(mails.flat().map(({ email }) => email)).toEqual(Array(3 + 4).fill(target));
  });
});

test('recoveries and resends from one IP are limited to thirty an hour together, whether an address has an account or not', async () => {
  const ip = newIp();
  const known = await auth.resident();
  expect((await recover(known.email, ip)).status).toBe(200);
  const asked = await Promise.all([
    ...Array.from({ length: 10 }, () => recover(newEmail(), ip)),
    ...Array.from({ length: 10 }, () => resend(newEmail(), ip)),
    ...Array.from({ length: 9 }, () => resendChange(newEmail(), ip)),
  ]);
  expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([200]));
  for (const email of [known.email, newEmail()]) {
    for (const ask of [recover, resend, resendChange]) {
      expect(await ask(email, ip)).toMatchObject(tooMany('over_request_rate_limit'));
    }
  }
  expect(await auth.eventsOf('RecoveryRequested', known.id)).toHaveLength(1);
  expect((await recover(known.email)).status).toBe(200);
});

describe('changing to another address', () => {
  const asker = async () => {
    const { id, token } = await auth.resident();
    const ask = (email: string) => auth.updateUser(token, { email });
    return { id, token, ask };
  };

  test('is limited to five a day for a person, from wherever and to whatever address', async () => {
    const { id, ask } = await asker();
    const taken = await auth.resident();
    const addresses = [newEmail(), newEmail(), taken.email, newEmail(), newEmail()];
    for (const email of addresses) expect((await ask(email)).status).toBe(200);
    for (const email of [newEmail(), taken.email]) {
      const refused = await ask(email);
      expect(refused).toMatchObject(tooMany('over_email_send_rate_limit'));
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(86_000);
    }
    expect(await auth.eventsOf('EmailChangeRequested', id)).toHaveLength(4);
  });

  test('sent many times at once is limited as well', async () => {
    const { id, ask } = await asker();
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(newEmail())));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(await auth.eventsOf('EmailChangeRequested', id)).toHaveLength(5);
  });

  test('is not counted when it is refused for its password, nor is the address', async () => {
    const { token } = await auth.resident();
    const email = newEmail();
    const change = (body: object) => auth.updateUser(token, { email, ...body });
    for (const [password, code] of [
      ['short', 'weak_password'],
      [goodPassword, 'same_password'],
    ]) {
      const refused = await times(5, () => change({ password }));
      expect(refused.map(({ body }) => body.code)).toEqual(Array(5).fill(code));
    }
    const odd = await change({ email: 'nope', password: 'short' });
    expect([odd.status, odd.body.code]).toEqual([400, 'validation_failed']);
    expect(await statuses(5, () => change({}))).toEqual([200, 200, 200, 200, 429]);
  });

  test("to one's own address changes nothing, and is not counted", async () => {
    const { email, token } = await auth.resident();
    const same = () => auth.updateUser(token, { email });
    expect(await statuses(6, same)).toEqual(Array(6).fill(200));
  });
});
