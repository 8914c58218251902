import { adminRow, sample, times } from './sample.ts';
import { step } from './step.ts';

const { admin, report, resident, secretKey, password, tehsil } = sample;

export const founding = [
  step('addTehsil', 201, 'With the secret key, before there is an administrator', {
    body: { newtehsil: tehsil, Secret_Key: secretKey },
    answer: { tehsil },
  }),
  step('listTehsils', 200, 'All there are', { answer: [{ tehsil }] }),
  step('readTehsils', 200, 'The same, as supabase-js asks', { query: { select: 'tehsil' }, answer: [{ tehsil }] }),
];

export const administration = [
  step('adminSignUp', 201, 'An administrator registers with the secret key', {
    body: {
      First_Name: admin.firstName,
      Last_Name: admin.lastName,
      Email: admin.email,
      Password: password,
      Tehsil: tehsil,
      Secret_Key: secretKey,
    },
    answer: { success: true, email: admin.email },
  }),
  step('adminSignIn', 200, 'By password', {
    body: { Email: admin.email, Password: password },
    answer: { Token: sample.adminToken, email: admin.email, success: true },
  }),
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

export const closingTime = [step('adminSignOut', 204, 'The token is dead from now on', {})];
