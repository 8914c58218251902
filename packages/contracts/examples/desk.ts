import { issueNames } from '../reports/issues.ts';
import { adminRow, sample, times } from './sample.ts';
import { step } from './step.ts';

const { report, resident, admin, tehsil } = sample;
const assignee = { id: admin.id, name: `${admin.firstName} ${admin.lastName}` };

const closed = {
  ...adminRow,
  status: 'Closed',
  phase: 'ended',
  schedule: '2026-11-23',
  updated_at: times.closed,
  etag: '"3"',
  assignee,
  closure: 'claimed',
  proof: `uploads/${report.proof}`,
} as const;

const atCounter = {
  ...adminRow,
  id: sample.atCounter,
  reference: 'TMA-9QK2B7WD',
  issue: 'Water Supply Problem',
  location: 'Canal Road 4',
  description: 'No water since Friday.',
  image: null,
  document: null,
  name: 'Bilal Shah',
  userId: null,
  created_at: times.assigned,
  updated_at: times.assigned,
  due: '2026-11-24',
  via: 'counter',
} as const;

export const counter = [
  step('reportAtCounter', 201, 'Somebody comes to the office; the picture may be absent', {
    body: {
      issue: atCounter.issue,
      location: atCounter.location,
      description: atCounter.description,
      name: atCounter.name,
      contact: '+92 300 0000002',
    },
    answer: atCounter,
  }),
  step('reportContact', 200, 'Whom to call about it', {
    params: { id: atCounter.id },
    answer: { contactNumber: '+92 300 0000002' },
  }),
];

export const administering = [
  step('listAdminReports', 200, 'What waits, newest first', {
    query: { filter: 'pending', limit: '20' },
    answer: [adminRow],
  }),
  step('countAdminReports', 200, 'How many of each', {
    answer: {
      all: 1,
      completed: 0,
      pending: 1,
      dropped: 0,
      scheduled: 0,
      'not-scheduled': 1,
      today: 0,
      overdue: 0,
      disputed: 0,
      mine: 0,
    },
  }),
  step('requestContact', 200, 'Whom to call', {
    params: { userId: resident.id },
    answer: { contactNumber: '+92 300 0000001' },
  }),
  step('assignReport', 200, 'Somebody takes it', {
    params: { id: report.id },
    body: { assignee: admin.id },
    answer: { ...adminRow, updated_at: times.assigned, etag: '"2"', assignee },
  }),
  step('addNote', 201, 'A message to the reporter', {
    params: { id: report.id },
    body: { text: 'The lamp is ordered and comes on Monday.', public: true },
    answer: {
      seq: 3,
      at: times.noted,
      kind: 'noted',
      status: 'Open',
      schedule: null,
      by: 'administration',
      name: assignee.name,
      text: 'The lamp is ordered and comes on Monday.',
      image: null,
    },
  }),
  step('downloadAdminReports', 200, 'The same list for a spreadsheet', { query: { filter: 'mine' } }),
  step('readDeadlines', 200, `In how many working days an answer is due, of all ${issueNames.length} types`, {
    query: { tehsil },
    answer: [{ issue: issueNames[0] ?? '', days: 2 }],
  }),
  step('setDeadline', 200, 'Dust is away in a day here; what is open is due earlier now', {
    body: { issue: issueNames[0] ?? '', days: 1 },
    answer: [{ issue: issueNames[0] ?? '', days: 1 }],
  }),
  step('readHolidays', 200, 'Holidays of a year; the moon may move those that are estimated', {
    query: { tehsil, year: '2026' },
    answer: [{ day: '2026-02-05', name: 'Kashmir Day', estimated: false }],
  }),
  step('setHoliday', 200, 'The office is closed on a day of its own', {
    body: { day: '2026-12-31', name: 'Stocktaking' },
    answer: [{ day: '2026-02-05', name: 'Kashmir Day', estimated: false }],
  }),
  step('addProof', 201, 'A picture of the finished work', {
    params: { id: report.id },
    body: { image: 'repaired.jpg', note: 'New lamp, old pole.' },
    answer: {
      id: '019aae3a-1f30-7f21-8a3b-7c9d2e4f6a01',
      image: `uploads/${report.proof}`,
      at: times.proved,
      alike: null,
    },
  }),
  step('proofTimes', 200, 'When it was sent; this camera said no time', {
    params: { name: report.proof.replace('.webp', '') },
    answer: { at: times.proved, takenAt: null, daysBefore: null },
  }),
  step('updateReport', 200, 'Repaired; the reporter is told by mail', {
    params: { id: report.id },
    body: { status: 'Closed', schedule: '2026-11-23' },
    answer: closed,
  }),
];

const reason = 'The picture shows a face.';
const hidden = {
  ...closed,
  updated_at: times.answered,
  closure: 'confirmed',
  hidden: true,
  hiddenReason: reason,
  shared: true,
} as const;
const point = { lat: 34.198765, long: 72.0401 };

export const hiding = [
  step('hideReport', 200, 'One that shows a person is hidden', {
    params: { id: report.id },
    body: { hidden: true, reason },
    answer: { ...hidden, etag: '"6"' },
  }),
  step('moveReport', 200, 'The office puts it where it is', {
    params: { id: report.id },
    body: point,
    answer: { ...hidden, ...point, etag: '"7"' },
  }),
  step('markDuplicate', 200, 'It is the same as no other', {
    params: { id: report.id },
    body: { of: null },
    answer: { ...hidden, ...point, etag: '"7"' },
  }),
  step('readImage', 200, 'Its reporter and its staff still see its picture', { params: { id: report.id } }),
  step('readProofImage', 200, 'And the one of the finished work', { params: { id: report.id } }),
  step('removePicture', 204, 'A picture that harms somebody is deleted for good', {
    params: { id: report.id },
    body: { reason },
  }),
];
