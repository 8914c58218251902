import { adminRow, row, sample, times } from './sample.ts';
import { step } from './step.ts';

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
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      detail: 'Missing: location',
      message: 'Missing: location',
      code: 'invalid_request',
      requestId: '3c9e4cb9-8fd0-4416-81c2-97d6d866589d',
    },
  }),
  step('readRequests', 200, 'Your own reports, newest first', {
    query: { select: '*', user_id: `eq.${resident.id}`, order: 'created_at.desc', limit: '50' },
    answer: [row],
  }),
  step('reportHistory', 200, 'What has happened so far', {
    params: { id: report.id },
    answer: [{ at: times.reported, status: 'Open', schedule: null, by: 'resident' }],
  }),
];

export const administering = [
  step('listAdminReports', 200, 'What waits, newest first', {
    query: { filter: 'pending', limit: '20' },
    answer: [adminRow],
  }),
  step('countAdminReports', 200, 'How many of each', {
    answer: { all: 1, completed: 0, pending: 1, dropped: 0, scheduled: 0, 'not-scheduled': 1, today: 0 },
  }),
  step('requestContact', 200, 'Whom to call', {
    params: { userId: resident.id },
    answer: { contactNumber: '+92 300 0000001' },
  }),
  step('updateReport', 200, 'Repaired; the reporter is told by mail', {
    params: { id: report.id },
    body: { status: 'Closed', schedule: '2026-11-23' },
    answer: { ...adminRow, status: 'Closed', schedule: '2026-11-23', updated_at: times.closed, etag: '"2"' },
  }),
];

export const counting = [
  step('stats', 200, 'One report was closed here', { query: { tehsil }, answer: { resolved: 1 } }),
];
