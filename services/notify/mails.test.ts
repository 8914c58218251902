import type { EventData } from '@tma/contracts';
import { describe, expect, it } from 'vitest';
import { escapeHtml } from './html.ts';
import * as mails from './mails.ts';
import { blame, retrySeconds } from './retry.ts';
import { addressOf, unsubscribeToken } from './unsubscribe.ts';

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
    expect(mails.statusSubject({ ...change, from, to })).toBe(subject);
  });

  it('goes to nobody when the reporter is gone', () => {
    expect(mails.statusChanged({ ...change, reporter: null }, 'http://localhost')).toBeNull();
  });
});

describe('an invitation', () => {
  const inviter = { id, name: '<b>Sana</b>\r\nBcc: all@example.com', email: 'sana@example.com', tehsil: 'Mardan' };
  const mail = mails.invitation(
    { inviter, neighborEmail: 'n@example.com' },
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

describe('the link that stops invitations', () => {
  const token = unsubscribeToken('n@example.com', 'secret');
  it('speaks for its address', () => expect(addressOf(token, 'secret')).toBe('n@example.com'));
  it.each([
    '',
    '.',
    'bm8',
    `${token}x`,
    `${Buffer.from('o@example.com').toString('base64url')}.${token.split('.')[1]}`,
  ])('does not speak for another: %s', (forged) => expect(addressOf(forged, 'secret')).toBeNull());
  it('is worth nothing under another secret', () => expect(addressOf(token, 'other')).toBeNull());
});

describe('trying again', () => {
  it.each([
    [0, 1],
    [1, 2],
    [5, 32],
    [20, 900],
  ])('after %i failures waits %i s', (failures, seconds) => {
    expect(retrySeconds(failures)).toBe(seconds);
  });
  it.each([
    [{ code: 'EMESSAGE', responseCode: 554 }, 'refused'],
    [{ code: 'EENVELOPE', responseCode: 550 }, 'refused'],
    [{ code: 'EMESSAGE', responseCode: 451 }, 'put off'],
    [{ code: 'EENVELOPE', responseCode: 421 }, 'put off'],
    [{ code: 'ESOCKET' }, 'server away'],
    [{ code: 'EPROTOCOL', responseCode: 554 }, 'server away'],
    [{ code: 'EAUTH', responseCode: 535 }, 'server away'],
  ])('%o means: %s', (error, meaning) => expect(blame(error)).toBe(meaning));
});

it('escapes what has a meaning in HTML', () =>
  expect(escapeHtml(`<a href="x">'&`)).toBe('&lt;a href=&quot;x&quot;&gt;&#39;&amp;'));

describe('every mail, byte for byte', () => {
  const portal = 'http://portal.test';
  const email = 'sana@example.com';
  const linkOf = (name: string) => ({
    userId: id,
    email,
    name,
    link: 'http://portal.test/reset-password?token_hash=x&y="z"',
    expiresAt: '2026-03-05T00:00:00.000Z',
  });
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
    ['verification', mails.verification(linkOf('Sana'))],
    ['verification without a name', mails.verification(linkOf(''))],
    ['recovery', mails.recovery(linkOf('Sana'))],
    ['email change', mails.emailChange(linkOf('Sana'))],
    ['sign-up repeated', mails.signUpRepeated({ userId: id, email, name: 'Sana' }, portal)],
    ['report received', mails.reportReceived(report(null), portal)],
    ['report received with a wish', mails.reportReceived(report('2026-03-05'), portal)],
    ['change', mails.statusChanged(scheduled, portal)],
    ['change without a schedule', mails.statusChanged(change, portal)],
    ['one change together', mails.together([mails.recovery(linkOf('Sana'))], portal)],
    ['changes together', mails.together([mails.recovery(linkOf('A')), mails.emailChange(linkOf('B'))], portal)],
    ['invitation', mails.invitation(inviter('Mardan'), portal, 'http://portal.test/unsubscribe?token=t')],
    ['invitation without a tehsil', mails.invitation(inviter(''), portal, 'http://portal.test/unsubscribe?token=t')],
  ])('%s', (_name, mail) => expect(mail).toMatchSnapshot());
});
