import { randomBytes } from 'node:crypto';
import type { LinkKind } from '@tma/contracts';
import { type MailedLink, seal, signLink } from '@tma/kit';
import { v7 as uuid } from 'uuid';

/** Notify's LINK_SECRET in tests. */
export const linkSecret = Buffer.alloc(32, 7);

export const newAddress = () => `${uuid()}@example.org`;

/** What an event says of a link that is mailed to an address, with a key of its own. */
export function sealFor(link: Omit<MailedLink, 'id'>, secret = linkSecret) {
  const id = uuid();
  const key = seal(randomBytes(32).toString('base64url'), secret, 'link key').toString('base64url');
  return { id, key, signature: signLink(key, secret, { ...link, id }) };
}

/** What `InviteRequested` says. */
export const invitation = (neighborEmail: string) => ({
  inviter: { id: uuid(), name: 'Sana Khan', email: 'sana@example.org', tehsil: 'Mardan', language: 'en' },
  neighborEmail,
  sealedLink: sealFor({ kind: 'invitation', address: neighborEmail }),
});

/** When the links of these events expire. */
export const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

/** What events with a link to an account in their mail say. */
export const link = (email: string, kind: LinkKind = 'recovery') => ({
  userId: uuid(),
  email,
  name: 'Sana',
  language: 'en',
  sealedLink: { ...sealFor({ kind, address: email }), redirect: 'http://portal.test/signin' },
  expiresAt: inAnHour(),
});

/** What `StatusChanged` says of the report with that number. */
export const change = (email: string, number: number) => ({
  id: uuid(),
  reference: `TMA-0000000${number}`,
  issue: 'Street Lights Repair',
  tehsil: 'Mardan',
  from: { status: 'Open', schedule: null },
  to: { status: 'Closed', schedule: null },
  reporter: { id: uuid(), name: 'Sana', email },
  changedBy: uuid(),
});

/** What `ReportAssigned` says. */
export const assignment = (email: string) => ({
  id: uuid(),
  reference: 'TMA-ABCD1234',
  issue: 'Street Lights Repair',
  location: 'Main Bazaar',
  tehsil: 'Mardan',
  due: '2026-11-25',
  assignee: { id: uuid(), name: 'Amna Bibi', email },
  by: { id: uuid(), name: 'Sana Khan' },
});

/** What `NoteAdded` says. */
export const note = (email: string, text: string) => ({
  id: uuid(),
  reference: 'TMA-ABCD1234',
  issue: 'Street Lights Repair',
  tehsil: 'Mardan',
  reporter: { id: uuid(), name: 'Sana Khan', email },
  text,
});

const overdueReport = (number: number) => ({
  id: uuid(),
  reference: `TMA-0000000${number}`,
  issue: 'Street Lights Repair',
  location: 'Main Bazaar',
  due: '2026-11-25',
});

/** What `DigestDue` says to those addresses, of two reports. */
export const digest = (...emails: string[]) => ({
  tehsil: 'Mardan',
  day: '2026-11-27',
  to: emails.map((email) => ({ id: uuid(), name: 'Amna Bibi', email })),
  overdue: 2,
  reports: [1, 2].map(overdueReport),
});

/** What `EscalationDue` says, of three reports of two tehsils. */
export const escalation = () => ({
  day: '2026-12-04',
  overdue: 3,
  tehsils: [
    { tehsil: 'Katlang', overdue: 1 },
    { tehsil: 'Mardan', overdue: 2 },
  ],
  reports: ['Mardan', 'Katlang', 'Mardan'].map((tehsil, index) => ({ ...overdueReport(index), tehsil })),
});

/** What `ClosureAnswered` says of a dispute. @param email of who closed it */
export const dispute = (email: string, disputes = 1) => ({
  id: uuid(),
  reference: 'TMA-ABCD1234',
  issue: 'Street Lights Repair',
  tehsil: 'Mardan',
  attempt: 1,
  answer: 'disputed' as const,
  reason: 'It is still dark.',
  reporter: { id: uuid(), name: 'Sana Khan' },
  closedBy: { id: uuid(), name: 'Amna Bibi', email },
  disputes,
});
