import type { EventData, LinkKind } from '@tma/contracts';
import { eventExamples } from '@tma/contracts/examples';
import { describe, expect, it } from 'vitest';
import { link } from '../../testing/events.ts';
import { en } from '../../texts/en.ts';
import { textsIn } from '../../texts/index.ts';
import * as accounts from './accounts.ts';
import * as desk from './desk.ts';
import type { Mail } from './layout.ts';
import * as mails from './mails.ts';
import * as neighbours from './neighbours.ts';

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

  it('goes to nobody when a report came without an address', () => {
    const report = { ...eventExamples.ReportCreated.data, reporter: null };
    expect(mails.reportReceived(report, en, 'http://localhost')).toBeNull();
  });
});

const claim = { id, attempt: 1, proof: 'uploads/x.webp', answerBy: '2026-03-04T20:30:00.000Z', key: 'sealed' };
const portal = { PUBLIC_URL: 'http://portal.test', TIME_ZONE: 'Asia/Karachi' };
const closing = (proof: string | null) =>
  mails.closed(
    {
      change: { ...change, to: { status: 'Closed', schedule: null } },
      reporter: change.reporter,
      closure: { ...claim, proof },
    },
    en,
    portal,
    'http://portal.test/closure#token',
  );
it('a mail of a closing says in one line how the signed log stood, where the event does', () => {
  const reporter = change.reporter;
  const whole = { change, reporter, closure: { ...claim, log: { size: 1203, root: 'CsUYapGG' } } };
  const line = 'The signed log of this portal had 1203 entries then; its root hash begins with CsUYapGG.';
  const { text } = mails.closed(whole, en, portal, 'http://portal.test/closure#token');
  expect(text).toContain(`\n${line}\n`);
  expect(text.replace(`${line}\n\n`, '')).toBe(
    mails.closed({ change, reporter, closure: claim }, en, portal, 'http://portal.test/closure#token').text,
  );
});

it('a mail of a hidden report has no link to its public page, which is not there', () => {
  const url = 'http://portal.test';
  const { reporter } = change;
  const mailsOf = (hidden: boolean) => [
    mails.statusChanged({ ...change, hidden }, en, url),
    desk.noteAdded({ ...change, text: 'It comes on Monday.', hidden }, en, url),
    mails.closed({ change: { ...change, hidden }, reporter, closure: claim }, en, portal, `${url}/closure#token`),
  ];
  for (const mail of mailsOf(false)) expect(mail?.text).toContain(`${url}/r/TMA-ABCD1234`);
  for (const mail of mailsOf(true)) {
    expect(mail?.text).not.toContain('/r/');
    expect(mail?.text).toContain('See your reports');
  }
});

const answered = {
  id,
  reference: 'TMA-ABCD1234',
  issue: 'Street Lights Repair',
  tehsil: 'Mardan',
  attempt: 1,
  answer: 'disputed' as 'disputed' | 'confirmed' | 'unanswered',
  reason: 'It is dark.\n\n\n\nSee http://evil.example/now or www.evil.example <b>',
  reporter: { id, name: 'Sana Khan' },
  closedBy: { id, name: 'Amna Bibi', email: 'amna@example.com' },
};

describe('the mail of a closing', () => {
  it('asks until the day of the portal, by the link of this mail, which is not to be forwarded', () => {
    const { text, subject } = closing('uploads/x.webp');
    expect(subject).toBe('Your report TMA-ABCD1234 is now Closed');
    for (const words of ['Please answer by March 5, 2026.', 'http://portal.test/closure#token', 'do not forward'])
      expect(text).toContain(words);
  });

  it.each([
    ['uploads/x.webp', 'A picture of the work was added.'],
    [null, 'No picture of the work was added.'],
  ])('says whether there is a picture (%s)', (proof, words) => {
    expect(closing(proof).text).toContain(words);
    expect(closing(proof).html).toContain(words);
  });
});

describe('a mail to somebody without an account', () => {
  const url = 'http://portal.test';
  const reporter = { ...change.reporter, id: null };

  it.each([
    ['en', 'after signing in', 'you are told of both'],
    ['ur', 'جواب لاگ ان کر کے بھی', 'دونوں کے بارے میں بتایا جائے گا'],
  ])('says nothing of signing in or of reports that they do not support (%s)', (language, signingIn, ofBoth) => {
    const texts = textsIn(language);
    const of = { id, reference: 'TMA-5M8Q1RZC' };
    for (const [who, isSaid] of [
      [change.reporter, true],
      [reporter, false],
    ] as const) {
      const asked = mails.closed({ change, reporter: who, closure: claim }, texts, portal, `${url}/closure#token`);
      const marked = neighbours.duplicateMarked({ ...change, of, by: id, reporter: who }, texts, url);
      expect([asked.text.includes(signingIn), marked?.text.includes(ofBoth)]).toEqual([isSaid, isSaid]);
    }
  });

  it('lists many changes without a link to reports of an account', () => {
    const changed = (who: typeof reporter | typeof change.reporter) =>
      mails.statusChanged({ ...change, reporter: who }, en, url) as Mail;
    const listed = (...all: Mail[]) => mails.digest(all, en, url).text.includes('See your reports');
    expect(listed(changed(reporter), changed(reporter))).toBe(false);
    // Of the same address one report came with an account.
    expect(listed(changed(reporter), changed(change.reporter))).toBe(true);
  });
});

describe('the mail of a dispute', () => {
  const mailOf = (changes: Partial<EventData<'ClosureAnswered'>> = {}) =>
    mails.closureAnswered({ ...answered, ...changes }, en, 'http://portal.test');

  it('goes to who closed it, with the reason, in which nothing is a link', () => {
    const mail = mailOf();
    expect([mail?.to, mail?.subject]).toEqual(['amna@example.com', 'Sana Khan says TMA-ABCD1234 is not fixed']);
    expect(mail?.text).toContain('It is dark.\n\nSee http: / /evil. example/now or www. evil. example <b>');
    expect(mail?.html).toContain('It is dark.<br><br>See');
    expect(mail?.html).not.toMatch(/evil\.example|<b>/);
  });

  it('has a name as other mails have it', () => {
    const subjectOf = (name: string) => mailOf({ reporter: { id, name } })?.subject;
    expect(subjectOf(`www.evil.example${'x'.repeat(80)}`)).toMatch(/^www\. evil\. examplex{42} says TMA-ABCD1234 is/);
    expect(subjectOf(' ')).toBe('User says TMA-ABCD1234 is not fixed');
    expect(mailOf({ reporter: null })?.subject).toBe('Deleted user says TMA-ABCD1234 is not fixed');
  });

  it('greets nobody by an address', () => {
    const closedBy = { id, name: 'amna@example.com', email: 'amna@example.com' };
    expect(mailOf({ closedBy })?.text).toMatch(/^Dear administrator,\n/);
  });

  it.each([{ answer: 'confirmed' as const }, { answer: 'unanswered' as const }, { closedBy: null }])(
    'is none for %o',
    (changes) => expect(mailOf(changes)).toBeNull(),
  );
});

describe('a mail that somebody else may have caused', () => {
  const mailWithLink = (kind: LinkKind) => {
    return accounts.linkMail(kind, { ...link('a@example.com'), name: 'Sana' }, en, 'http://localhost/l');
  };
  const repeated = { userId: id, email: 'a@example.com', name: 'Sana', language: 'en' };
  const inviter = { id, name: 'Sana Khan', email: 'sana@example.com', tehsil: 'Mardan', language: 'en' };
  const ignore = 'you can ignore';
  it.each([
    ['verification', mailWithLink('signup'), 'Somebody signed up with this email address', ignore],
    ['recovery', mailWithLink('recovery'), 'Somebody asked for a new password', ignore],
    ['change of address', mailWithLink('email_change'), 'A resident who is signed in to an account here asked', ignore],
    ['sign-up', accounts.signUpRepeated(repeated, en, 'http://localhost'), 'Somebody signed up', ignore],
    [
      'invitation',
      mails.invitation({ inviter, neighborEmail: 'n@example.com' }, en, 'http://localhost', 'http://localhost/u'),
      'because this resident, who has an account here, entered your address',
      ignore,
    ],
    [
      'dispute',
      mails.statusChanged({ ...change, changedBy: 'resident' }, en, 'http://localhost'),
      'You, or somebody with the link of our mail, said',
      'See your reports',
    ],
    [
      'dispute by SMS',
      mails.statusChanged({ ...change, changedBy: 'resident', byMessage: true }, en, 'http://localhost'),
      'An SMS from your number said',
      'See your reports',
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

it('the mail of a sign-up names who signed up, and says what to do when it was somebody else', () => {
  const mail = (name: string) =>
    accounts.linkMail('signup', { ...link('a@example.com'), name }, en, 'http://localhost/l').text;
  expect(mail('Sana Khan')).toContain('The name that was given: Sana Khan\n');
  expect(mail('')).not.toContain('The name that was given');
  for (const words of ['somebody else, do not follow the link', 'Sign up yourself']) expect(mail('')).toContain(words);
});

describe('an invitation', () => {
  const inviter = {
    ...{ id, name: '<b>Sana</b>\r\nBcc: all@example.com', email: 'sana@example.com' },
    ...{ tehsil: 'Mardan', language: 'en' },
  };
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
  const url = 'http://portal.test';
  const email = 'sana@example.com';
  const linkMail = (kind: LinkKind, name: string) =>
    accounts.linkMail(kind, { ...link(email), name }, en, 'http://portal.test/reset-password?token_hash=x&y="z"');
  const account = (
    change: EventData<'AccountChanged'>['change'],
    of: EventData<'AccountChanged'>['of'],
  ): EventData<'AccountChanged'> => ({ accountId: id, of, change, email, name: 'Sana', language: 'en' });
  const registered = {
    ...{ id, name: 'Amna Bibi', tehsil: 'Mardan' },
    to: [],
  };
  const head = { id, name: 'Sana Khan', email, language: 'en' };
  const report = (schedule: string | null) =>
    ({
      reference: 'TMA-ABCD1234',
      issue: 'Street Lights Repair',
      tehsil: 'Mardan',
      schedule,
      reporter: { id, name: 'Sana <b>', email },
    }) as EventData<'ReportCreated'>;
  const scheduled = { ...change, to: { status: 'In Progress', schedule: '2026-03-05' } };
  const inviter = (tehsil: string) => ({
    inviter: { id, name: "Sana O'Neil", email, tehsil, language: 'en' },
    neighborEmail: email,
  });

  it.each([
    ['verification', linkMail('signup', 'Sana')],
    ['verification without a name', linkMail('signup', '')],
    ['recovery', linkMail('recovery', 'Sana')],
    ['email change', linkMail('email_change', 'Sana')],
    ['sign-up repeated', accounts.signUpRepeated({ userId: id, email, name: 'Sana', language: 'en' }, en, url)],
    [
      'sign-up repeated by a change of address',
      accounts.signUpRepeated({ userId: id, email, name: 'Sana', language: 'en', by: 'email-change' }, en, url),
    ],
    ['password changed', accounts.accountChanged(account('password', 'resident'), en, url)],
    ['password of an administrator changed', accounts.accountChanged(account('password', 'administrator'), en, url)],
    ['email about to change', accounts.accountChanged(account('email-requested', 'resident'), en, url)],
    ['email changed', accounts.accountChanged(account('email', 'resident'), en, url)],
    ['second factor removed', accounts.secondFactorRemoved(head, en, url)],
    ['administrator registered', accounts.administratorRegistered(registered, head, en)],
    [
      'recovery of an administrator',
      accounts.administratorRecovery({ ...link(email), id }, en, 'http://portal.test/adminreset#x'),
    ],
    ['report received', mails.reportReceived(report(null), en, url)],
    ['report received with a wish', mails.reportReceived(report('2026-03-05'), en, url)],
    ['change', mails.statusChanged(scheduled, en, url)],
    ['change without a schedule', mails.statusChanged(change, en, url)],
    ['closing with a picture', closing('uploads/x.webp')],
    ['closing without a picture', closing(null)],
    [
      'disputed closing, to the reporter',
      mails.statusChanged({ ...change, from: { status: 'Closed', schedule: null }, changedBy: 'resident' }, en, url),
    ],
    ['disputed closing, to who closed it', mails.closureAnswered(answered, en, url)],
    ['one change in a digest', mails.digest([linkMail('recovery', 'Sana')], en, url)],
    ['changes in a digest', mails.digest([linkMail('recovery', 'A'), linkMail('email_change', 'B')], en, url)],
    ['invitation', mails.invitation(inviter('Mardan'), en, url, 'http://portal.test/unsubscribe?token=t')],
    ['invitation without a tehsil', mails.invitation(inviter(''), en, url, 'http://portal.test/unsubscribe?token=t')],
  ])('%s', (_name, mail) => expect(mail).toMatchSnapshot());
});

it("a tehsil's name is no link in any mail or subject, whoever added it", () => {
  const tehsil = 'www.evil.example Mardan';
  const url = 'http://portal.test';
  const named = <D extends object>({ data }: { data: D }) => ({ ...data, tehsil });
  const { DigestDue, EscalationDue, InviteRequested } = eventExamples;
  const head = { id, name: 'Amna Bibi', email: 'amna@example.com', language: 'en' };
  const inviter = { ...InviteRequested.data.inviter, tehsil };
  const disputed = { ...answered, tehsil, disputes: 3 };
  const by = { id, name: 'Amna Bibi' };
  for (const mail of [
    mails.invitation({ ...InviteRequested.data, inviter }, en, url, `${url}/stop`),
    mails.reportReceived(named(eventExamples.ReportCreated), en, url),
    mails.statusChanged({ ...change, tehsil }, en, url),
    mails.statusChanged({ ...change, tehsil, changedBy: 'resident' }, en, url),
    mails.closed({ change: { ...change, tehsil }, reporter: change.reporter, closure: claim }, en, portal, url),
    mails.closureAnswered(disputed, en, url),
    accounts.administratorRegistered(named(eventExamples.AdministratorRegistered), head, en),
    accounts.staffInvited(named(eventExamples.StaffInvited), en, url),
    desk.assigned({ ...named(eventExamples.ReportAssigned), by }, en, url),
    desk.noteAdded(named(eventExamples.NoteAdded), en, url),
    desk.overdue(named(DigestDue), head, en, url),
    desk.escalation({ ...EscalationDue.data, tehsils: [{ tehsil, overdue: 1 }] }, head.email, en, url),
    desk.disputedOften(disputed, head.email, en),
  ]) {
    for (const text of [mail?.text, mail?.html]) expect(text).toContain('www. evil. example Mardan');
    expect(JSON.stringify(mail)).not.toContain('evil.example Mardan');
  }
});
