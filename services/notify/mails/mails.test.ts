import type { EventData, LinkKind } from '@tma/contracts';
import { describe, expect, it } from 'vitest';
import { en } from '../locales/en.ts';
import * as mails from './mails.ts';

const id = '01890000-0000-7000-8000-000000000001';
const change = {
  id,
  reference: 'TMA-ABCD1234',
  issue: 'Street Lights Repair',
  tehsil: 'Mardan',
  from: { status: 'Open', schedule: null },
  to: { status: 'Open', schedule: null as string | null },
  reporter: { id, name: 'Sana', email: 'sana@example.com' },
  changedBy: id,
};

describe('the mail of a change', () => {
  it.each([
    [{ status: 'Closed', schedule: null }, 'Your report TMA-ABCD1234 is now Closed'],
    [{ status: 'Closed', schedule: '2026-03-05' }, 'Your report TMA-ABCD1234 is now Closed'],
    [{ status: 'Open', schedule: '2026-03-05' }, 'Your report TMA-ABCD1234 is scheduled for March 5, 2026'],
    [{ status: 'Open', schedule: null }, 'Your report TMA-ABCD1234 is no longer scheduled'],
  ])('to %o has the subject %s', (to, subject) => {
    const from = { status: 'Open', schedule: to.schedule ? null : '2026-01-01' };
    expect(mails.statusSubject({ ...change, from, to }, en)).toBe(subject);
  });

  it('goes to nobody when the reporter is gone', () => {
    expect(mails.statusChanged({ ...change, reporter: null }, en, 'http://localhost')).toBeNull();
  });
});

describe('a mail that somebody else may have caused', () => {
  const mailWithLink = (kind: LinkKind) => {
    const data = { userId: id, email: 'a@example.com', name: 'Sana', expiresAt: '2026-01-01T00:00:00Z' };
    return mails.linkMail(kind, data, en, 'http://localhost/l');
  };
  const repeated = { userId: id, email: 'a@example.com', name: 'Sana' };
  const inviter = { id, name: 'Sana Khan', email: 'sana@example.com', tehsil: 'Mardan' };
  const ignore = 'you can ignore';
  it.each([
    ['verification', mailWithLink('signup'), 'Somebody signed up with this email address', ignore],
    ['recovery', mailWithLink('recovery'), 'Somebody asked for a new password', ignore],
    ['change of address', mailWithLink('email_change'), 'A resident who is signed in to an account here asked', ignore],
    ['sign-up', mails.signUpRepeated(repeated, en, 'http://localhost'), 'Somebody signed up', ignore],
    [
      'invitation',
      mails.invitation({ inviter, neighborEmail: 'n@example.com' }, en, 'http://localhost', 'http://localhost/u'),
      'because this resident, who has an account here, entered your address',
      ignore,
    ],
    [
      'status',
      mails.statusChanged(change, en, 'http://localhost'),
      'by an administrator of TMA Mardan',
      'See your reports',
    ],
  ])('says who or what it was, and what to do (%s)', (_what, mail, cause, advice) => {
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain(cause);
      expect(part).toContain(advice);
    }
  });
});

describe('an invitation', () => {
  const inviter = { id, name: '<b>Sana</b>\r\nBcc: all@example.com', email: 'sana@example.com', tehsil: 'Mardan' };
  const mail = mails.invitation(
    { inviter, neighborEmail: 'n@example.com' },
    en,
    'http://localhost',
    'http://localhost/u?t=1',
  );

  it('has a subject of one line', () => expect(mail.subject).not.toMatch(/[\r\n]/));
  it('shows what people wrote as text', () => expect(mail.html).not.toContain('<b>'));
  it('can be stopped by one click (RFC 8058)', () => {
    expect(mail.headers).toEqual({
      'List-Unsubscribe': '<http://localhost/u?t=1>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
  });
});

describe('every mail, byte for byte', () => {
  const portal = 'http://portal.test';
  const email = 'sana@example.com';
  const linkMail = (kind: LinkKind, name: string) =>
    mails.linkMail(
      kind,
      { userId: id, email, name, expiresAt: '2026-03-05T00:00:00.000Z' },
      en,
      'http://portal.test/reset-password?token_hash=x&y="z"',
    );
  const report = (schedule: string | null) =>
    ({
      reference: 'TMA-ABCD1234',
      issue: 'Street Lights Repair',
      tehsil: 'Mardan',
      schedule,
      reporter: { id, name: 'Sana <b>', email },
    }) as EventData<'ReportCreated'>;
  const scheduled = { ...change, to: { status: 'In Progress', schedule: '2026-03-05' } };
  const inviter = (tehsil: string) => ({ inviter: { id, name: "Sana O'Neil", email, tehsil }, neighborEmail: email });

  it.each([
    ['verification', linkMail('signup', 'Sana')],
    ['verification without a name', linkMail('signup', '')],
    ['recovery', linkMail('recovery', 'Sana')],
    ['email change', linkMail('email_change', 'Sana')],
    ['sign-up repeated', mails.signUpRepeated({ userId: id, email, name: 'Sana' }, en, portal)],
    [
      'sign-up repeated by a change of address',
      mails.signUpRepeated({ userId: id, email, name: 'Sana', by: 'email-change' }, en, portal),
    ],
    ['report received', mails.reportReceived(report(null), en, portal)],
    ['report received with a wish', mails.reportReceived(report('2026-03-05'), en, portal)],
    ['change', mails.statusChanged(scheduled, en, portal)],
    ['change without a schedule', mails.statusChanged(change, en, portal)],
    ['one change in a digest', mails.digest([linkMail('recovery', 'Sana')], en, portal)],
    ['changes in a digest', mails.digest([linkMail('recovery', 'A'), linkMail('email_change', 'B')], en, portal)],
    ['invitation', mails.invitation(inviter('Mardan'), en, portal, 'http://portal.test/unsubscribe?token=t')],
    [
      'invitation without a tehsil',
      mails.invitation(inviter(''), en, portal, 'http://portal.test/unsubscribe?token=t'),
    ],
  ])('%s', (_name, mail) => expect(mail).toMatchSnapshot());
});
