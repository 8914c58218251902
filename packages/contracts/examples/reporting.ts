import { row, sample, times } from './sample.ts';
import { step } from './step.ts';

const { report, resident, tehsil } = sample;

export const reporting = [
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
  step('picture', 200, 'The picture, as large as a card shows it', {
    params: { name: report.picture },
    query: { w: '480' },
  }),
  step('downloadDocument', 200, 'The papers that came with it', { params: { id: report.id } }),
  step('sendInvite', 202, 'A neighbour is invited', {
    body: { userEmail: resident.email, neighborEmail: sample.neighbour },
    answer: { status: 'queued' },
  }),
];

export const afterwards = [
  step('stats', 200, 'One report was closed here', { query: { tehsil }, answer: { resolved: 1 } }),
  step('showUnsubscribe', 200, 'The page behind the link of an invitation', {
    query: { token: sample.unsubscribeToken },
  }),
  step('unsubscribe', 200, 'No more invitations', { query: { token: sample.unsubscribeToken } }),
];
