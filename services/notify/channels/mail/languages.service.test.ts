/** Every mail is in the language of who gets it. */
import { unseal } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import { afterAll, expect, it } from 'vitest';
import {
  assignment,
  change,
  digest,
  dispute,
  invitation,
  link,
  newAddress,
  note,
  sealFor,
} from '../../testing/events.ts';
import { startNotify } from '../../testing/index.ts';
import type { Mail } from './layout.ts';

const head = 'head@example.gov';
const notify = await startNotify({ ESCALATION_EMAIL: head });
afterAll(() => notify.stop());

const soon = { timeout: 20_000 };

/** What waits for an address, in order, also what is sealed. */
async function waitingFor(to: string): Promise<Mail[]> {
  const { rows } = await notify.pool.query(
    `select content, sealed_content, message_id from deliveries
     where recipient = $1 and coalesce(content::text, sealed_content::text) is not null order by position`,
    [to],
  );
  return rows.map(
    ({ content, sealed_content, message_id }) =>
      content ?? (JSON.parse(unseal(sealed_content, notify.secret, message_id)) as Mail),
  );
}

/** An encoded header (RFC 2047) as it is read. */
const decoded = (header: string) =>
  Buffer.from(
    header
      .replaceAll(/\?=\s+=\?/g, '?==?')
      .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_all, kind: string, text: string) =>
        kind.toLowerCase() === 'b'
          ? Buffer.from(text, 'base64').toString('latin1')
          : text
              .replaceAll('_', ' ')
              .replaceAll(/=([0-9a-f]{2})/gi, (_byte, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
      ),
    'latin1',
  ).toString();

const withLanguage = <T extends object, L extends string | undefined>(person: T, language: L) => ({
  ...person,
  language,
});
const closure = (address: string) => ({
  ...sealFor({ kind: 'closure', address }, notify.closureSecret),
  attempt: 1,
  proof: null,
  answerBy: '2026-03-04T20:30:00.000Z',
});

it.each([
  ['ur', 'ur'],
  ['en', 'en'],
  ['xx', 'en'],
])('who chose %j is written to in %s by every event', async (language, written) => {
  const to = newAddress();
  const changed = (number: number) => {
    const event = change(to, number);
    return { ...event, reporter: withLanguage(event.reporter, language) };
  };
  await notify.smtp.goDown();
  await notify.handle('VerificationRequested', withLanguage(link(to, 'signup'), language));
  await notify.handle('RecoveryRequested', withLanguage(link(to, 'recovery'), language));
  await notify.handle('EmailChangeRequested', withLanguage(link(to, 'email_change'), language));
  await notify.handle('SignUpRepeated', { userId: uuid(), email: to, name: 'Sana', language });
  const { reporter, ...report } = changed(1);
  await notify.handle('ReportCreated', { ...report, schedule: null, reporter } as never);
  await notify.handle('StatusChanged', changed(2));
  await notify.handle('StatusChanged', { ...changed(3), closure: closure(to) });
  const disputed = dispute(to, 3);
  await notify.handle('ClosureAnswered', { ...disputed, closedBy: withLanguage(disputed.closedBy, language) });
  const assigned = assignment(to);
  await notify.handle('ReportAssigned', { ...assigned, assignee: withLanguage(assigned.assignee, language) });
  const noted = note(to, 'The lamp is ordered.');
  await notify.handle('NoteAdded', { ...noted, reporter: withLanguage(noted.reporter, language) });
  const due = digest(to);
  await notify.handle('DigestDue', { ...due, to: due.to.map((one) => withLanguage(one, language)) });
  const invited = invitation(to);
  await notify.handle('InviteRequested', { ...invited, inviter: withLanguage(invited.inviter, language as string) });
  const mails = await waitingFor(to);
  expect(mails.map((mail) => mail.language)).toEqual(Array(12).fill(written));
  for (const { html, text } of mails) {
    expect(html).toContain(`<p lang="${written}" dir="${written === 'ur' ? 'rtl' : 'ltr'}"`);
    expect(text.startsWith('\u200f')).toBe(written === 'ur');
  }
  await notify.smtp.goUp();
  const subjects = mails.map(({ subject }) => subject).sort();
  await expect.poll(() => notify.subjects(to).map(decoded).sort(), soon).toEqual(subjects);
});

it('each administrator reads of what is overdue in their own language, the head of the office in English', async () => {
  const [first = '', second = ''] = [newAddress(), newAddress()];
  const due = digest(first, second);
  await notify.smtp.goDown();
  await notify.handle('DigestDue', {
    ...due,
    to: due.to.map((one) => withLanguage(one, one.email === first ? 'ur' : 'en')),
  });
  const disputed = dispute(second, 4);
  await notify.handle('ClosureAnswered', { ...disputed, closedBy: withLanguage(disputed.closedBy, 'ur') });
  const languages = async (to: string) => (await waitingFor(to)).map(({ language }) => language);
  expect([await languages(first), await languages(second)]).toEqual([['ur'], ['en', 'ur']]);
  expect((await languages(head)).at(-1)).toBe('en');
  await notify.smtp.goUp();
});

it('a digest of many changes is in the language of its reader', async () => {
  for (const language of ['ur', undefined]) {
    const to = newAddress();
    for (let number = 1; number <= 8; number += 1) {
      const event = change(to, number);
      await notify.handle('StatusChanged', { ...event, reporter: withLanguage(event.reporter, language) });
    }
    await expect.poll(() => notify.subjects(to), soon).toHaveLength(5);
    await notify.makeDigestDue(to);
    await expect.poll(() => notify.subjects(to), soon).toHaveLength(6);
    const last = decoded(notify.subjects(to).at(-1) ?? '');
    expect(last).toBe(language === 'ur' ? '\u200fآپ کی رپورٹوں میں 3 تبدیلیاں' : '3 changes to your reports');
  }
});
