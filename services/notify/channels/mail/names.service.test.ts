import { v7 as uuid } from 'uuid';
import { afterAll, expect, it } from 'vitest';
import { invitation, link } from '../../testing/events.ts';
import { startNotify } from '../../testing/index.ts';

const notify = await startNotify();
afterAll(() => notify.stop());

const name = `Win at https://evil.example/now or www.evil.example, me@evil.example <a href="//evil.example">${'x'.repeat(80)}`;
const id = uuid();
const report = { reference: 'TMA-ABCD1234', issue: 'Street Lights Repair', tehsil: 'Mardan' };
const events = {
  VerificationRequested: (email: string) => ({ ...link(email, 'signup'), name }),
  RecoveryRequested: (email: string) => ({ ...link(email, 'recovery'), name }),
  EmailChangeRequested: (email: string) => ({ ...link(email, 'email_change'), name }),
  SignUpRepeated: (email: string) => ({ userId: id, email, name }),
  AccountChanged: (email: string) => ({ accountId: id, of: 'resident', change: 'password', email, name }),
  AdministratorRegistered: (email: string) => ({
    ...{ id, name, tehsil: 'Mardan' },
    to: [{ id, name: 'Amna Bibi', email }],
  }),
  ReportCreated: (email: string) => ({ ...report, schedule: null, reporter: { id, name, email } }),
  StatusChanged: (email: string) => ({
    ...report,
    id,
    from: { status: 'Open', schedule: null },
    to: { status: 'Closed', schedule: null },
    reporter: { id, name, email },
    changedBy: id,
  }),
  InviteRequested: (neighborEmail: string) => {
    const { inviter, ...invited } = invitation(neighborEmail);
    return { ...invited, inviter: { ...inviter, name } };
  },
};
/** How often the name stands in text and HTML together, where it is not once in each. */
const timesNamed: Partial<Record<keyof typeof events, number>> = {
  InviteRequested: 3,
  AdministratorRegistered: 3,
  VerificationRequested: 4,
};

it.each(Object.keys(events) as (keyof typeof events)[])(
  'a name in the mail of %s is no link there, in subject, text or HTML, and is cut',
  async (type) => {
    const to = `${uuid()}@example.org`;
    await notify.handle(type, events[type](to) as never);
    await expect.poll(() => notify.subjects(to).length, { timeout: 15_000 }).toBe(1);
    const mail = notify.smtp.received.find((one) => one.to === to);
    // Long lines are broken on their way (quoted-printable, RFC 2045).
    const whole = mail?.text.replaceAll('=\r\n', '') ?? '';
    expect(whole.match(/Win at https: \/ \/evil\. example\/now/g)?.length).toBe(timesNamed[type] ?? 2);
    expect(whole).not.toMatch(/evil\.example|www\.evil|me@evil|\/\/evil|xxx/);
  },
);
