import { type EventData, type Role, staffLinkKind } from '@tma/contracts';
import { createLinkToken } from '@tma/kit';
import { afterAll, describe, expect, test } from 'vitest';
import { claimsOf, goodPassword, newEmail, newIp, secretKey, startAuth } from '../testing/index.ts';

const auth = await startAuth();
afterAll(() => auth.stop());

let offices = 0;
/** A head of an office of its own. */
async function office() {
  offices += 1;
  const tehsil = `Office ${offices}`;
  await auth.call('/api/addTehsil', { body: { newtehsil: tehsil, Secret_Key: secretKey } });
  return { tehsil, head: await auth.admin(undefined, tehsil) };
}
type Head = Awaited<ReturnType<typeof office>>['head'];

const invite = (by: { token: string }, email: string, role: Role = 'clerk', more = {}) =>
  auth.call('/api/staff/invitations', { body: { email, role, ...more }, token: by.token });
const invited = async (id: string): Promise<EventData<'StaffInvited'>> => {
  const [event] = await auth.eventsOf('StaffInvited', id);
  if (!event) throw new Error(`nobody was invited by ${id}`);
  return event;
};
const tokenOf = async (id: string) =>
  createLinkToken((await invited(id)).sealedLink.key, auth.config.LINK_SECRET, staffLinkKind, id);
const view = (token: string, ip = newIp()) => auth.call('/api/staff/join/view', { body: { token }, ip });
const names = { First_Name: 'Rabia', Last_Name: 'Noor' };
const join = (token: string, Password = goodPassword) =>
  auth.call('/api/staff/join', { body: { token, ...names, Password }, ip: newIp() });
const staff = async (by: { token: string }) => (await auth.call('/api/staff', { token: by.token })).body;
const change = (by: { token: string }, id: string, body: object) =>
  auth.call(`/api/staff/${id}`, { method: 'PUT', body, token: by.token });
const said = ({ status, body }: { status: number; body: { code?: string } | null }) =>
  body?.code ? [status, body.code] : status;

/** Somebody who has joined an office. */
async function joined(head: Head, role: Role) {
  const email = newEmail();
  const { id } = (await invite(head, email, role)).body;
  expect(said(await join(await tokenOf(id)))).toBe(201);
  const { Token: token } = (await auth.adminSignIn(email)).body;
  return { email, token: token as string, id: claimsOf(token).sub as string };
}

describe('an invitation', () => {
  test('is not valid once its sender is no longer a head', async () => {
    const { head } = await office();
    for (const leaving of [{ disabled: true }, { role: 'clerk' }]) {
      const second = await joined(head, 'head');
      const { id } = (await invite(second, newEmail(), 'head')).body;
      const token = await tokenOf(id);
      expect(said(await view(token))).toBe(200);
      expect(said(await change(head, second.id, leaving))).toBe(200);
      for (const late of [view(token), join(token)]) expect(said(await late)).toEqual([410, 'invitation_over']);
      expect((await auth.call('/api/staff/invitations', { token: head.token })).body).toEqual([]);
    }
  });

  test('is listed, and its link makes an administrator of that role, once; the other heads are notified', async () => {
    const { tehsil, head } = await office();
    const second = await joined(head, 'head');
    await joined(head, 'clerk');
    const email = newEmail();
    const { status, body } = await invite(head, email.toUpperCase(), 'crew', { language: 'ur' });
    expect([status, body]).toEqual([
      201,
      { id: expect.any(String), email, role: 'crew', expiresAt: expect.any(String) },
    ]);
    const days = (Date.parse(body.expiresAt) - Date.now()) / 86_400_000;
    expect(Math.abs(days - 7)).toBeLessThan(0.01);
    expect(await invited(body.id)).toMatchObject({ email, role: 'crew', tehsil, inviter: 'A B', language: 'ur' });
    const open = await auth.call('/api/staff/invitations', { token: second.token });
    expect(open.body).toEqual([{ ...body, by: 'A B' }]);

    const token = await tokenOf(body.id);
    expect((await view(token)).body).toEqual({ email, role: 'crew', tehsil });
    expect(said(await join(token, 'short'))).toEqual([400, 'weak_password']);
    const twice = await Promise.all([join(token), join(token)]);
    expect(twice.map(({ status }) => status).sort()).toEqual([201, 410]);
    expect(twice.find(({ status }) => status === 201)?.body).toEqual({ success: true, email });
    for (const again of [join(token), view(token)]) expect(said(await again)).toEqual([410, 'invitation_over']);
    expect((await auth.adminSignIn(email)).body).toMatchObject({ role: 'crew', language: 'ur' });
    expect((await auth.call('/api/staff/invitations', { token: head.token })).body).toEqual([]);

    const { id } = (await staff(head)).find((one: { email: string }) => one.email === email);
    const [notice] = await auth.eventsOf('AdministratorRegistered', id);
    expect(notice).toMatchObject({ name: 'Rabia Noor', tehsil });
    expect(notice?.to.map((to) => to.email).sort()).toEqual([head.email, second.email].sort());
  });

  test('is not valid once it was sent again, withdrawn or has expired, or the address has an account', async () => {
    const { head } = await office();
    const email = newEmail();
    const first = (await invite(head, email)).body;
    const again = (await invite(head, email, 'head')).body;
    expect(said(await view(await tokenOf(first.id)))).toEqual([410, 'invitation_over']);
    expect((await view(await tokenOf(again.id))).body).toMatchObject({ role: 'head' });

    const { head: stranger } = await office();
    const withdraw = (by: Head, id: string) =>
      auth.call(`/api/staff/invitations/${id}`, { method: 'DELETE', token: by.token });
    expect([(await withdraw(stranger, again.id)).status, (await withdraw(head, first.id)).status]).toEqual([404, 404]);
    expect((await withdraw(head, again.id)).status).toBe(204);
    expect(said(await join(await tokenOf(again.id)))).toEqual([410, 'invitation_over']);

    const late = (await invite(head, newEmail())).body;
    await auth.pool.query("update staff_invitations set expires_at = now() - interval '1 s' where id = $1", [late.id]);
    expect(said(await join(await tokenOf(late.id)))).toEqual([410, 'invitation_over']);

    const other = newEmail();
    const both = [(await invite(head, other)).body.id, (await invite(stranger, other)).body.id];
    expect(said(await join(await tokenOf(both[0])))).toBe(201);
    expect(said(await join(await tokenOf(both[1])))).toEqual([410, 'invitation_over']);
    expect(said(await invite(stranger, other))).toEqual([409, 'already_staff']);
    expect((await staff(head)).map((one: { role: string }) => one.role)).toEqual(['head', 'clerk']);
  });

  test('needs an address and a role; those that are open are listed newest first', async () => {
    const { head } = await office();
    const [first, second] = [newEmail(), newEmail()];
    for (const wrong of [{ email: 'nope' }, { email: '' }, { role: 'boss' }, { role: null }, { language: 'fr' }])
      expect((await invite(head, first, 'clerk', wrong)).status).toBe(400);
    for (const email of [first, second]) await invite(head, email);
    const open: { email: string }[] = (await auth.call('/api/staff/invitations', { token: head.token })).body;
    expect(open.map(({ email }) => email)).toEqual([second, first]);
  });

  test('opens by its own link alone, and too many unknown links are refused', async () => {
    const ip = newIp();
    for (let time = 0; time < 30; time += 1) expect(said(await view('nonsense', ip))).toEqual([404, 'link_unknown']);
    expect((await view('nonsense', ip)).status).toBe(429);
    expect((await view('nonsense')).status).toBe(404);
  });

  test('is made 50 times a day, and by heads alone', async () => {
    const { head } = await office();
    const clerk = await joined(head, 'clerk');
    expect(said(await invite(clerk, newEmail()))).toEqual([403, 'not_your_role']);
    // Who asks which addresses are known counts too, and is told no more.
    const { head: stranger } = await office();
    expect(said(await invite(head, stranger.email))).toEqual([409, 'already_staff']);
    for (let time = 2; time < 50; time += 1) expect((await invite(head, newEmail())).status).toBe(201);
    for (const email of [newEmail(), stranger.email]) expect((await invite(head, email)).status).toBe(429);
  });
});

describe('the people of an office', () => {
  test('are listed by name, with those who are disabled', async () => {
    const { head } = await office();
    const clerk = await joined(head, 'clerk');
    await change(head, clerk.id, { disabled: true });
    expect(await staff(head)).toEqual([
      {
        ...{ id: head.id, name: 'A B', email: head.email, role: 'head', state: 'active' },
        ...{ lastSeen: expect.any(String), secondFactor: false, you: true },
      },
      {
        ...{ id: clerk.id, name: 'Rabia Noor', email: clerk.email, role: 'clerk', state: 'disabled' },
        ...{ lastSeen: expect.any(String), secondFactor: false, you: false },
      },
    ]);
    const admins = await auth.call('/api/admins', { token: head.token });
    expect(admins.body).toEqual([{ id: head.id, name: 'A B', role: 'head', you: true }]);
  });

  test('have the time of their last call, also once they are disabled', async () => {
    const { head } = await office();
    const other = await joined(head, 'clerk');
    for (const what of ['admins set seen_at', 'admin_sessions set created_at'])
      await auth.pool.query(`update ${what} = now() - interval '3 hours'`);
    await auth.call('/api/sessions', { token: other.token });
    const seen = async () => (await staff(head)).find((one: { id: string }) => one.id === other.id).lastSeen as string;
    await expect.poll(async () => Date.now() - Date.parse(await seen()) < 3_600_000).toBe(true);
    const before = await seen();
    expect((await change(head, other.id, { disabled: true })).body.lastSeen).toBe(before);
  });

  test('have another role from the next call on, and no session once they are disabled', async () => {
    const { head } = await office();
    const other = await joined(head, 'crew');
    expect(said(await auth.call('/api/staff', { token: other.token }))).toEqual([403, 'not_your_role']);
    const { status, body } = await change(head, other.id, { role: 'head' });
    expect([status, body]).toMatchObject([200, { id: other.id, role: 'head', state: 'active', you: false }]);
    expect((await auth.call('/api/staff', { token: other.token })).status).toBe(200);
    expect((await change(head, other.id, { role: 'clerk', disabled: true })).body).toMatchObject({ state: 'disabled' });
    expect(said(await auth.call('/api/admins', { token: other.token }))).toEqual([401, 'session_ended']);
    expect((await auth.adminSignIn(other.email)).body).toMatchObject({ code: 'invalid_credentials' });
    expect((await auth.eventsOf('AdministratorSaved', other.id)).at(-1)).toMatchObject({
      disabled: true,
      role: 'clerk',
    });
    expect((await change(head, other.id, { disabled: false })).body).toMatchObject({ state: 'active', role: 'clerk' });
    expect((await auth.adminSignIn(other.email)).body).toMatchObject({ role: 'clerk' });
  });

  test('stay as they are where a change names no role, or nothing', async () => {
    const { head } = await office();
    const other = await joined(head, 'crew');
    for (const wrong of [{ role: 'boss' }, { role: null }, { disabled: 'yes' }])
      expect((await change(head, other.id, wrong)).status).toBe(400);
    expect((await change(head, other.id, {})).body).toMatchObject({ role: 'crew', state: 'active' });
    expect(await auth.eventsOf('AdministratorSaved', other.id)).toHaveLength(1);
  });

  test('of another office are 404', async () => {
    const [{ head }, { head: stranger }] = [await office(), await office()];
    expect(said(await change(head, stranger.id, { role: 'clerk' }))).toEqual([404, 'not_found']);
    expect((await staff(stranger)).map((one: { role: string }) => one.role)).toEqual(['head']);
  });

  test('always have a head: the last one stays, also when two demote each other at once', async () => {
    const { head } = await office();
    for (const body of [{ role: 'clerk' }, { disabled: true }])
      expect(said(await change(head, head.id, body))).toEqual([409, 'last_head']);
    for (let time = 0; time < 5; time += 1) {
      const second = await joined(head, 'head');
      const answers = await Promise.all([
        change(head, second.id, { role: 'clerk' }),
        change(second, head.id, { role: 'clerk' }),
      ]);
      const heads = (await auth.pool.query(`select id from admins where id = any($1) and role = 'head'`, [
        [head.id, second.id],
      ])) as { rows: { id: string }[] };
      expect(heads.rows).toHaveLength(1);
      expect(answers.map(({ status }) => status).sort()).toSatisfy(
        ([first, other]: number[]) => first === 200 && (other === 409 || other === 403),
      );
      if (heads.rows[0]?.id === second.id) await change(second, head.id, { role: 'head' });
      await change(head, second.id, { disabled: true });
    }
  });

  test('are changed by current heads alone: of two who demote each other at once, one is demoted', async () => {
    const { head } = await office();
    await joined(head, 'head');
    const second = await joined(head, 'head');
    const answers = await Promise.all([
      change(head, second.id, { role: 'clerk' }),
      change(second, head.id, { role: 'clerk' }),
    ]);
    expect(answers.map(said).sort()).toEqual([200, [403, 'not_your_role']]);
  });
});
