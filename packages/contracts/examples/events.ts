import { type CloudEvent, type EventData, type EventType, events, sourceOf } from '../events.ts';
import { sample, times } from './sample.ts';

const { resident, report, neighbour, tehsil, admin } = sample;
const name = `${resident.first_name} ${resident.last_name}`;
const language = 'en';
const person = { id: resident.id, name, email: resident.email, language };
const administrator = { id: admin.id, name: `${admin.firstName} ${admin.lastName}`, email: admin.email, language };
const { id, reference, issue, location } = report;
const ofReport = { id, reference, issue, tehsil };
const overdue = { id, reference, issue, location, due: '2026-11-25' };
const linkKey = 'mWq0rB4yTqTz0m5C1G0cGwm8aH2nJ3uXo1vZy7kQe9s';
const signature = 'Zt3oQxq1h0n8yEoVbKp5Wc2rJm7LdUf4sTgA9iXeNvM';
const sealed = (linkId: string) => ({ id: linkId, key: linkKey, signature });
const link = (linkId: string) => ({
  userId: resident.id,
  email: resident.email,
  name,
  language,
  expiresAt: '2026-11-22T09:30:00.000Z',
  sealedLink: { id: linkId, redirect: 'http://localhost:8080/signin', key: linkKey, signature },
});

const data: { [T in EventType]: EventData<T> } = {
  ReportCreated: {
    ...ofReport,
    location,
    description: report.description,
    image: `uploads/${report.picture}`,
    document: `download-pdf/${id}`,
    name,
    status: 'Open',
    userId: resident.id,
    schedule: null,
    created_at: times.reported,
    updated_at: times.reported,
    reporter: person,
    imageId: '019aa5d9-0b00-7cc1-8d52-3f0e5a7b9c10',
    documentId: '019aa5d9-0b9f-7e04-a1c7-62d4f8e0b311',
  },
  StatusChanged: {
    ...ofReport,
    from: { status: 'Open', schedule: null },
    to: { status: 'Closed', schedule: '2026-11-23' },
    reporter: person,
    changedBy: administrator.id,
    closure: {
      id: '019aae3a-95c0-7a30-8c11-5a6b7c8d9e0f',
      attempt: 1,
      proof: `uploads/${report.proof}`,
      answerBy: times.answerBy,
      key: linkKey,
      signature,
      log: { size: 1203, root: 'CsUYapGG' },
    },
  },
  ProofAdded: { id, reference, tehsil, imageId: '019aae3a-1e02-7d55-9b0a-2c3d4e5f6a7b' },
  ReportMoved: { id, reference, tehsil, lat: 34.198765, long: 72.0401, by: admin.id },
  ReportHidden: { id, reference, tehsil, hidden: true, by: admin.id },
  PictureRemoved: { id, reference, tehsil, by: admin.id },
  ReportErased: { id: sample.atCounter },
  ClosureAnswered: {
    ...ofReport,
    attempt: 1,
    answer: 'confirmed',
    reason: null,
    reporter: { id: resident.id, name, language },
    closedBy: administrator,
  },
  ClosureReplyTaken: { id, closureId: '019aae3a-95c0-7a30-8c11-5a6b7c8d9e0f', outcome: 'confirmed' },
  StatusTold: { userId: resident.id, reference, issue, status: 'In Progress', schedule: '2026-11-23' },
  MessagesLimited: { day: '2026-11-23', limit: 5000, to: [administrator] },
  ClosureReplied: {
    closureId: '019aae3a-95c0-7a30-8c11-5a6b7c8d9e0f',
    reportId: id,
    answer: 'not-fixed',
    reason: 'It is still dark.',
    key: linkKey,
    signature,
  },
  StatusAsked: { userId: resident.id, reference },
  MessagesAsked: { userId: resident.id, number: sample.phone, messages: false },
  SmsLimitReached: { day: '2026-11-23', limit: 5000 },
  ReportAssigned: { ...overdue, tehsil, assignee: administrator, by: { id: admin.id, name: administrator.name } },
  NoteAdded: { ...ofReport, reporter: person, text: 'The lamp is ordered and comes on Monday.' },
  ReportSupported: {
    id,
    reference,
    tehsil,
    userId: '019aa5e3-6d10-7b44-9c21-0a1b2c3d4e5f',
    supported: true,
    supports: 1,
  },
  DuplicateMarked: {
    ...ofReport,
    of: { id: '019aa5d1-2b3c-7d4e-8f50-1a2b3c4d5e6f', reference: 'TMA-5M8Q1RZC' },
    reporter: person,
    by: administrator.id,
  },
  SupportersTold: {
    ...ofReport,
    to: [{ id: '019aa5e3-6d10-7b44-9c21-0a1b2c3d4e5f', name: 'Sana Bibi', email: 'sana.bibi@example.com', language }],
    change: { from: { status: 'Open', schedule: null }, to: { status: 'In Progress', schedule: '2026-11-23' } },
    text: null,
  },
  DigestDue: { tehsil, day: '2026-11-27', to: [administrator], overdue: 1, reports: [overdue] },
  EscalationDue: {
    day: '2026-12-04',
    overdue: 1,
    tehsils: [{ tehsil, overdue: 1 }],
    reports: [{ ...overdue, tehsil }],
  },
  AdministratorRegistered: {
    id: '019aa5d4-3c00-7b21-9f4e-8a6b0c2d4e71',
    name: 'Amna Bibi',
    tehsil,
    to: [administrator],
  },
  SecondFactorRemoved: administrator,
  StaffInvited: {
    id: sample.invitations[0],
    email: sample.colleague.email,
    language,
    role: 'clerk',
    tehsil,
    inviter: administrator.name,
    expiresAt: times.invited,
    sealedLink: sealed(sample.invitations[0]),
  },
  AdministratorRecoveryRequested: {
    ...administrator,
    expiresAt: '2026-11-22T09:30:00.000Z',
    sealedLink: sealed('019aa5d4-3c00-7b21-9f4e-8a6b0c2d4e72'),
  },
  AdministratorSaved: { ...administrator, tehsil, role: 'head', version: 1 },
  InviteRequested: {
    inviter: { ...person, tehsil },
    neighborEmail: neighbour,
    sealedLink: sealed('019aa5e1-7c40-7b12-9f35-8d2e6a4c1b07'),
  },
  VerificationRequested: link('019aa5d4-3c00-7b21-9f4e-8a6b0c2d4e61'),
  RecoveryRequested: link('019aa5d4-3c00-7b21-9f4e-8a6b0c2d4e62'),
  EmailChangeRequested: link('019aa5d4-3c00-7b21-9f4e-8a6b0c2d4e63'),
  SignUpRepeated: { userId: resident.id, email: resident.email, name, language },
  AccountChanged: { accountId: resident.id, of: 'resident', change: 'password', email: resident.email, name, language },
  ProfileSaved: { id: resident.id, contact_number: resident.contact_number, tehsil, language, version: 2 },
  PhoneCodeRequested: {
    userId: resident.id,
    number: sample.phone,
    language,
    expiresAt: '2026-11-21T09:50:00.000Z',
    sealedLink: sealed('019aa5d4-3c00-7b21-9f4e-8a6b0c2d4e64'),
  },
  PhoneSaved: {
    userId: resident.id,
    number: sample.phone,
    messages: true,
    language,
    version: 1,
    sealedLink: sealed('019aa5d4-3c00-7b21-9f4e-8a6b0c2d4e65'),
  },
  SessionsEnded: { sessions: ['019aa5db-2f00-7d3c-9a41-0b6c5e7f8d21'], until: '2026-11-21T18:30:00.000Z' },
  RoleChanged: { id: administrator.id, role: 'clerk', version: 3, until: '2026-11-21T18:30:00.000Z' },
  AccountDeleted: { id: resident.id },
  StaffActed: { kind: 'hidden', tehsil, by: administrator.id, about: reference, detail: null },
};

/** Whom or what an event is about, where that is neither the `id` of its data nor the resident. */
const about: Partial<Record<EventType, string>> = {
  ClosureReplied: id,
  MessagesLimited: '019ae66a-5f40-7a91-8b1d-2e3f4a5b6c7e',
  SmsLimitReached: '019ae66a-5f40-7a91-8b1d-2e3f4a5b6c7f',
  DigestDue: '019ac25d-9b40-7d18-9c0e-4f5a6b7c8d90',
  EscalationDue: '019ae66a-5f40-7a91-8b1d-2e3f4a5b6c7d',
  StaffActed: administrator.id,
};

/** One event of each type, whole. */
export const eventExamples = Object.fromEntries(
  (Object.entries(data) as [EventType, { id?: string }][]).map(([type, of], index) => [
    type,
    {
      specversion: '1.0',
      id: `019aa5da-0000-7000-8000-${String(index).padStart(12, '0')}`,
      source: sourceOf(events[type].writers[0]),
      type,
      subject: about[type] ?? of.id ?? resident.id,
      time: times.reported,
      datacontenttype: 'application/json',
      data: of,
    },
  ]),
) as unknown as { [T in EventType]: CloudEvent<T> };
