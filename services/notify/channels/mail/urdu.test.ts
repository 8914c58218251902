import { deletedUser, type EventData, issueNames, type LinkKind, statuses } from '@tma/contracts';
import { describe, expect, it } from 'vitest';
import { link } from '../../testing/events.ts';
import { en } from '../../texts/en.ts';
import { textsIn } from '../../texts/index.ts';
import { ur } from '../../texts/ur.ts';
import * as accounts from './accounts.ts';
import * as desk from './desk.ts';
import type { Mail } from './layout.ts';
import * as mails from './mails.ts';

const url = 'http://portal.test';
const id = '01890000-0000-7000-8000-000000000001';
const other = '01890000-0000-7000-8000-000000000002';
const reporter = { id, name: 'Sana Khan', email: 'sana@example.com', language: 'ur' };
const administrator = { id, name: 'Amna Bibi', email: 'amna@example.com', language: 'ur' };
const words = 'Still dark.\nSee http://evil.example/now <b>';
const of = { id, reference: 'TMA-ABCD1234', issue: 'Street Lights Repair', tehsil: 'Mardan' };
const day = '2026-11-21';

const linkMail = (kind: LinkKind, name = 'Sana') =>
  accounts.linkMail(kind, { ...link(reporter.email), name }, ur, `${url}/l?x=1&y="2"`);
const repeated = (by?: 'email-change') =>
  accounts.signUpRepeated({ userId: id, email: reporter.email, name: 'Sana', language: 'ur', by }, ur, url);
const accountChanged = (change: EventData<'AccountChanged'>['change'], of: EventData<'AccountChanged'>['of']) =>
  accounts.accountChanged({ accountId: id, of, change, ...reporter }, ur, url);
const registered = { id, name: reporter.name, tehsil: 'Mardan', to: [administrator] };
const recovery = { ...link(administrator.email), ...administrator };
const received = (schedule: string | null) =>
  mails.reportReceived({ ...of, schedule, reporter } as EventData<'ReportCreated'>, ur, url);
const change = (to: { status: string; schedule: string | null }, changedBy = other): EventData<'StatusChanged'> => ({
  ...of,
  from: { status: 'Open', schedule: '2026-01-01' },
  to,
  reporter,
  changedBy,
});
const changed = (status: string, schedule: string | null = null) =>
  mails.statusChanged(change({ status, schedule }), ur, url);
const closed = (proof: string | null) =>
  mails.closed(
    {
      change: change({ status: 'Closed', schedule: null }),
      reporter,
      closure: { id, attempt: 1, proof, answerBy: '2026-11-20T20:30:00.000Z', key: 'sealed' },
    },
    ur,
    { PUBLIC_URL: url, TIME_ZONE: 'Asia/Karachi' },
    `${url}/closure#token`,
  );
const answered = (changes: Partial<EventData<'ClosureAnswered'>> = {}): EventData<'ClosureAnswered'> => ({
  ...of,
  attempt: 1,
  answer: 'disputed',
  reason: words,
  reporter,
  closedBy: administrator,
  disputes: 3,
  ...changes,
});
const overdueReport = (tehsil = 'Mardan') => ({ ...of, tehsil, location: words, due: day });
const overdue = (count: number) =>
  desk.overdue({ tehsil: 'Mardan', day, to: [], overdue: count, reports: [overdueReport()] }, administrator, ur, url);
const invitation = (tehsil: string) =>
  mails.invitation(
    { inviter: { ...reporter, tehsil }, neighborEmail: 'n@example.com' },
    ur,
    url,
    `${url}/unsubscribe?token=t`,
  );

const all: [string, Mail | null][] = [
  ['verification', linkMail('signup')],
  ['verification without a name', linkMail('signup', '')],
  ['recovery', linkMail('recovery')],
  ['email change', linkMail('email_change')],
  ['sign-up repeated', repeated()],
  ['sign-up repeated by a change of address', repeated('email-change')],
  ...(['password', 'email-requested', 'email'] as const).flatMap((change): [string, Mail][] => [
    [`account changed: ${change}`, accountChanged(change, 'resident')],
    [`account of an administrator changed: ${change}`, accountChanged(change, 'administrator')],
  ]),
  ['second factor removed', accounts.secondFactorRemoved(administrator, ur, url)],
  ['administrator registered', accounts.administratorRegistered(registered, administrator, ur)],
  ['recovery of an administrator', accounts.administratorRecovery(recovery, ur, `${url}/adminreset#x`)],
  ['report received', received(null)],
  ['report received with a wish', received(day)],
  ['change of status', changed('In Progress')],
  ['change of the schedule', changed('Open', day)],
  ['change without a schedule', changed('Open')],
  ['closing with a picture', closed('uploads/x.webp')],
  ['closing without a picture', closed(null)],
  ['disputed closing', mails.statusChanged(change({ status: 'Open', schedule: null }, 'resident'), ur, url)],
  ['disputed closing, to who closed it', mails.closureAnswered(answered(), ur, url)],
  ['disputed by one who is gone', mails.closureAnswered(answered({ reporter: null }), ur, url)],
  ['disputed often', desk.disputedOften(answered(), 'head@example.gov', ur)],
  [
    'assigned',
    desk.assigned(
      { ...of, location: words, due: day, assignee: administrator, by: { id: other, name: 'Bilal' } },
      ur,
      url,
    ),
  ],
  ['a note', desk.noteAdded({ ...of, reporter, text: words }, ur, url)],
  ['overdue', overdue(1)],
  ['overdue, more than are listed', overdue(37)],
  [
    'escalation',
    desk.escalation(
      { day, overdue: 4, tehsils: [{ tehsil: 'Mardan', overdue: 4 }], reports: [overdueReport()] },
      'head@example.gov',
      ur,
      url,
    ),
  ],
  ['changes in a digest', mails.digest([changed('Closed') as Mail, changed('Dropped') as Mail], ur, url)],
  ['invitation', invitation('Mardan')],
  ['invitation without a tehsil', invitation('')],
];

/** Without what is kept together as it is: references, names, people's words; and without addresses. */
const ownWords = (text: string) =>
  text.replaceAll(/[\u2066\u2068][^\u2069\n]*\u2069/g, '').replaceAll(/https?:\/\/\S+/g, '');

describe.each(all)('in Urdu: %s', (_name, made) => {
  const mail = made as Mail;

  it('is as it is, byte for byte', () => expect(made).toMatchSnapshot());

  it('has no word in another language, and Latin digits', () => {
    for (const part of [mail.subject, mail.text]) {
      expect(ownWords(part)).not.toMatch(/[A-Za-z]/);
      expect(part).not.toMatch(/[٠-٩۰-۹]/);
    }
    expect(mail.language).toBe('ur');
  });

  it('begins its lines and its subject with the mark of their direction', () => {
    expect(mail.subject).toMatch(/^\u200f/);
    for (const line of mail.text.split('\n')) expect(line).toMatch(/^(\u200f.+)?$/);
  });

  it('keeps references together, wherever they are', () => {
    for (const part of [mail.subject, mail.text, mail.html])
      expect(part.replaceAll(/http:\/\/[^\s"<]+|\u2066TMA-ABCD1234\u2069/g, '')).not.toContain('TMA-ABCD1234');
    for (const line of mail.text.split('\n'))
      expect(line.match(/[\u2066\u2068]/g)?.length).toBe(line.match(/\u2069/g)?.length);
  });

  it('is right in a program that drops the root', () => {
    const [, inner = ''] = /^<div lang="ur" dir="rtl" style="text-align:right[^>]*>(.*)<\/div>$/s.exec(mail.html) ?? [];
    const blocks = inner.split('</p>').slice(0, -1);
    expect(blocks.length).toBeGreaterThan(1);
    for (const block of blocks) expect(block).toMatch(/^<p lang="ur" dir="rtl" style="text-align:right/);
  });
});

it('English mails say their direction on every block, too', () => {
  const { html, text, subject } = accounts.signUpRepeated(
    { userId: id, email: 'a@example.com', name: '', language: 'en' },
    en,
    url,
  );
  for (const [element] of html.matchAll(/<(?:div|p)\b[^>]*>/g))
    expect(element).toMatch(/^<\w+ lang="en" dir="ltr" style="text-align:left/);
  expect(text + subject).not.toMatch(/[\u200f\u2066-\u2069]/);
});

describe('the texts in Urdu', () => {
  it.each(issueNames)('have a word for %s', (issue) => {
    expect(ownWords(ur.reportReceived.confirmation({ ...of, issue }))).not.toMatch(/[A-Za-z]/);
    expect(ur.reportReceived.confirmation({ ...of, issue })).not.toContain(`\u2068${issue}`);
  });
  it.each(statuses.map(({ name }) => name))('have a word for %s', (status) => {
    expect(ur.statusChanged.status(status)).not.toMatch(/[A-Za-z\u2068]/);
  });
  it('say that it was by message that a report was disputed', () => {
    const text = ur.statusChanged.disputedByMessage(of);
    expect(ownWords(text)).not.toMatch(/[A-Za-z]/);
    expect(text).not.toBe(ur.statusChanged.disputed(of));
  });
  it('keep an issue and a status that they do not know', () => {
    expect(ur.statusChanged.status('New')).toContain('\u2068New\u2069');
    expect(ur.note.explanation({ ...of, issue: 'constructor' })).toContain('\u2068constructor\u2069');
  });
  it('write days as people do', () => {
    expect(ur.day(day)).toBe('21 نومبر، 2026');
    expect(ur.dayOf('2026-11-20T20:30:00.000Z', 'Asia/Karachi')).toBe('21 نومبر، 2026');
  });
  it('say "a report" for one and the number for others', () => {
    expect(ur.overdue.subject(1, 'Mardan')).toContain('ایک رپورٹ کی');
    for (const reports of [0, 2, 37]) expect(ur.overdue.subject(reports, 'Mardan')).toContain(`${reports} رپورٹوں کی`);
  });
  it('have a word for whoever has no name', () => {
    for (const name of ['User', deletedUser])
      expect(ownWords(ur.closureDisputed.subject(name, of.reference))).not.toMatch(/[A-Za-z]/);
    expect(ur.closureDisputed.subject(deletedUser, of.reference)).not.toContain('Deleted');
  });
});

it.each([
  [undefined, en],
  ['en', en],
  ['ur', ur],
  ['xx', en],
  ['constructor', en],
])('of the language %j there are these texts', (language, texts) => expect(textsIn(language)).toBe(texts));
