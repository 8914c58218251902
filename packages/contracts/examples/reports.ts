import { issueNames } from '../reports/issues.ts';
import { closure, row, sample, times } from './sample.ts';
import { problem, step } from './step.ts';

const { report, resident, tehsil } = sample;

export const submitting = [
  step('createReport', 201, 'A report with its picture and papers', {
    body: {
      issue: report.issue,
      location: report.location,
      description: report.description,
      image: 'light.jpg',
      document: 'papers.pdf',
    },
    answer: row,
  }),
  step('createReport', 400, 'Without a place nobody finds it', {
    body: { issue: report.issue, location: ' ', description: report.description, image: 'light.jpg' },
    answer: {
      ...problem(400, 'Bad Request', 'invalid_request', 'Missing: location'),
      requestId: '3c9e4cb9-8fd0-4416-81c2-97d6d866589d',
    },
  }),
  step('readRequests', 200, 'Your own reports, newest first', {
    query: { select: '*', user_id: `eq.${resident.id}`, order: 'created_at.desc', limit: '50' },
    answer: [row],
  }),
  step('readReport', 200, 'One of them', { params: { id: report.id }, answer: row }),
  step('reportHistory', 200, 'What has happened so far', {
    params: { id: report.id },
    answer: [
      {
        seq: 1,
        at: times.reported,
        kind: 'created',
        status: 'Open',
        schedule: null,
        by: 'resident',
        name: null,
        text: null,
        image: null,
      },
    ],
  }),
];

const { reference, issue, location } = report;
const { proof, claimedAt, answerBy } = closure;
const image = `uploads/${report.picture}`;
const linked = { reference, issue, location, tehsil, status: 'Closed', image, proof, claimedAt, answerBy };

export const closing = [
  step('readClosure', 200, 'A claim, until the reporter says so', { params: { id: report.id }, answer: closure }),
  step('viewLinkedClosure', 200, 'The same by the link of the mail; it changes nothing', {
    body: { token: sample.closureToken },
    answer: { ...linked, state: 'claimed', reason: null },
  }),
  step('answerLinkedClosure', 200, 'It is fixed', {
    body: { token: sample.closureToken, answer: 'fixed' },
    answer: { ...linked, state: 'confirmed', reason: null },
  }),
  step('answerClosure', 200, 'The same answer again changes nothing', {
    params: { id: report.id },
    body: { answer: 'fixed' },
    answer: { ...closure, state: 'confirmed', answeredAt: times.answered },
  }),
];

export const counting = [
  step('stats', 200, 'One report was closed here', {
    query: { tehsil },
    answer: { resolved: 1, confirmed: 1, disputed: 0, unanswered: 0, withoutProof: 0 },
  }),
  step('figures', 200, 'By week and by type; here of one week and one type', {
    query: { tehsil },
    answer: {
      tehsil,
      from: '2026-11-16',
      to: '2026-11-23',
      weeks: [{ week: '2026-11-16', reported: 1, closed: 0, disputed: 0 }],
      issues: [
        { issue: issueNames[0] ?? '', open: 0, overdue: 0, closed: 0, medianDays: null, withinDeadline: null },
        { issue: report.issue, open: 0, overdue: 0, closed: 1, medianDays: 2, withinDeadline: 1 },
      ],
      closures: { confirmed: 1, disputed: 0, unanswered: 0, withoutProof: 0 },
    },
  }),
];

export const sharing = [
  step('shareReport', 200, 'Its reporter shows it to whoever has its link', {
    params: { id: report.id },
    body: { shared: true },
    answer: {
      ...row,
      status: 'Closed',
      phase: 'ended',
      schedule: '2026-11-23',
      updated_at: times.answered,
      closure: 'confirmed',
      proof,
      shared: true,
    },
  }),
  step('readRecord', 200, 'What everybody sees of it; the history is longer', {
    params: { reference },
    answer: {
      reference,
      issue,
      tehsil,
      status: 'Closed',
      phase: 'ended',
      created_at: times.reported,
      due: row.due,
      schedule: '2026-11-23',
      closure: 'confirmed',
      proof,
      disputes: 0,
      supports: 0,
      history: [{ seq: 1, at: times.reported, kind: 'created', status: 'Open', schedule: null }],
      shared: true,
      location,
      description: report.description,
      image,
      lat: null,
      long: null,
    },
  }),
  step('sharedReports', 200, 'It is in the feed of its tehsil', { query: { tehsil } }),
];

export const neighbours = [
  step('listNearby', 200, "What others have reported of a place: nothing but what is one's own", {
    query: { issue: report.issue, location: report.location },
    answer: [],
  }),
  step('supportReport', 409, "One's own report needs no support", {
    params: { id: report.reference },
    answer: {
      ...problem(409, 'Conflict', 'own_report', 'This is your own report.'),
      requestId: '5e0f7b4a-6c1d-4f2e-8a3b-9c4d5e6f7a8b',
    },
  }),
  step('endSupport', 204, 'There was none', { params: { id: report.id } }),
  step('listSupported', 200, 'So none is supported', { answer: [] }),
];
