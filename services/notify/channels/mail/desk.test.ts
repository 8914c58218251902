import type { EventData } from '@tma/contracts';
import { describe, expect, it } from 'vitest';
import { en } from '../../texts/en.ts';
import * as desk from './desk.ts';

const url = 'http://portal.test';
const id = '01890000-0000-7000-8000-000000000001';
const other = '01890000-0000-7000-8000-000000000002';
const words = 'Bazaar,\nsee http://evil.example/now or www.evil.example <b>';
const of = { id, reference: 'TMA-ABCD1234', issue: 'Street Lights Repair', tehsil: 'Mardan' };
const administrator = { id, name: 'Amna Bibi', email: 'amna@example.com' };

const assignedBy = (changes: Partial<EventData<'ReportAssigned'>> = {}) => {
  const by = { id: other, name: `Sana www.evil.example${'x'.repeat(80)}` };
  return desk.assigned({ ...of, location: words, due: '2026-11-25', assignee: administrator, by, ...changes }, en, url);
};
const note = (reporter: EventData<'NoteAdded'>['reporter'], text = words) =>
  desk.noteAdded({ ...of, reporter, text }, en, url);
const overdueReport = (tehsil: string) => ({ ...of, tehsil, location: words, due: '2026-11-25' });
const overdue = (count: number, name = administrator.name) =>
  desk.overdue(
    { tehsil: 'Mardan', day: '2026-11-27', to: [], overdue: count, reports: [overdueReport('Mardan')] },
    { ...administrator, name },
    en,
    url,
  );
const escalated = desk.escalation(
  {
    day: '2026-12-04',
    overdue: 9,
    tehsils: [
      { tehsil: 'Katlang', overdue: 1 },
      { tehsil: 'Mardan', overdue: 3 },
      { tehsil: 'Takht Bhai', overdue: 5 },
    ],
    reports: ['Mardan', 'Katlang', 'Mardan'].map(overdueReport),
  },
  'head@example.gov',
  en,
  url,
);
const answer = (changes: Partial<EventData<'ClosureAnswered'>> = {}) =>
  desk.disputedOften(
    {
      ...of,
      attempt: 3,
      answer: 'disputed',
      reason: words,
      reporter: { id, name: 'Sana Khan' },
      closedBy: null,
      disputes: 3,
      ...changes,
    },
    'head@example.gov',
    en,
  );

it.each([
  ['assigned', assignedBy()],
  [
    'assigned without a due day, by and to somebody without a name',
    assignedBy({
      due: null,
      by: { id: other, name: '' },
      assignee: { ...administrator, name: administrator.email },
    }),
  ],
  ['a note', note({ id, name: 'Sana <b>', email: 'sana@example.com' })],
  ['overdue', overdue(1)],
  ['overdue, more than are listed', overdue(37, '')],
  ['escalation', escalated],
  ['disputed often', answer()],
])('%s, byte for byte', (_name, mail) => expect(mail).toMatchSnapshot());

describe('what people wrote', () => {
  it.each([
    ['assigned', assignedBy()],
    ['note', note({ id, name: 'www.evil.example', email: 'sana@example.com' })],
    ['overdue', overdue(1, 'www.evil.example')],
    ['escalation', escalated],
    ['disputed often', answer()],
  ])('is text without links in the mail: %s', (_name, mail) => {
    expect(mail?.text).toContain('www. evil. example');
    expect(`${mail?.html} ${mail?.text}`).not.toMatch(/evil\.example|:\/\/evil/);
    expect(mail?.html).not.toContain('<b>');
    for (const [, link] of mail?.html.matchAll(/href="([^"]*)"/g) ?? [])
      expect(link).toMatch(/^http:\/\/portal\.test\//);
  });

  it('keeps its lines in a note, and has none in lists', () => {
    expect(note({ id, name: '', email: 'a@example.com' })?.text).toContain('Bazaar,\nsee');
    expect(overdue(1).text).toContain('Bazaar, see');
  });
});

it.each([
  ['the assignee did it', assignedBy({ by: { id, name: 'Amna Bibi' } })],
  ['it is assigned to nobody', assignedBy({ assignee: null })],
  ['the reporter is gone', note(null)],
  ['it was disputed twice', answer({ disputes: 2 })],
  ['a closing was confirmed after three disputes', answer({ answer: 'confirmed', reason: null })],
])('there is no mail where %s', (_name, mail) => expect(mail).toBeNull());

it("a tehsil's name is no link in a mail to its administrators", () => {
  const tehsil = 'www.evil.example';
  const to = { id, name: 'Ali Shah', email: 'ali@example.com', language: 'en' as const };
  const mail = desk.overdue(
    { tehsil, day: '2026-11-27', to: [], overdue: 1, reports: [] },
    to,
    en,
    'http://portal.test',
  );
  for (const text of [mail.subject, mail.text, mail.html]) expect(text).not.toContain('evil.example');
});
