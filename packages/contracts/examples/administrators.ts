import { sample, times } from './sample.ts';
import { problem, step } from './step.ts';

const { admin, secretKey, password, tehsil } = sample;
const again = `${password}, again`;

export const founding = [
  step('addTehsil', 201, 'With the secret key, before there is an administrator', {
    body: { newtehsil: tehsil, Secret_Key: secretKey },
    answer: { tehsil },
  }),
  step('listTehsils', 200, 'All there are', { answer: [{ tehsil }] }),
  step('readTehsils', 200, 'The same, as supabase-js asks', { query: { select: 'tehsil' }, answer: [{ tehsil }] }),
];

export const registering = [
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
  step('adminRecover', 202, 'The password is forgotten: a mail with a link goes to the address', {
    body: { Email: admin.email },
    answer: {},
  }),
  step('adminReset', 204, 'The token of that link sets another, and ends all sessions', {
    body: { token: sample.adminRecoveryToken, Password: password },
  }),
  step('adminSignIn', 200, 'By password', {
    body: { Email: admin.email, Password: password },
    answer: { Token: sample.adminToken, email: admin.email, success: true, language: 'en', role: 'head' },
  }),
  step('adminPassword', 204, 'Another password; this session goes on', {
    body: { currentPassword: password, newPassword: again },
  }),
  step('startFactor', 201, 'A secret for an app that makes codes', {
    body: { currentPassword: again },
    answer: {
      secret: sample.factorSecret,
      uri: `otpauth://totp/TMA%20Rustam%20Khel:${admin.email}?issuer=TMA%20Rustam%20Khel&secret=${sample.factorSecret}&algorithm=SHA1&digits=6&period=30`,
    },
  }),
  step('confirmFactor', 400, 'Its first code makes it active; this one is not right', {
    body: { code: '12345' },
    answer: problem(400, 'Bad Request', 'second_factor_wrong', 'This code is not right.'),
  }),
  step('readFactor', 200, 'So it is not active yet', { answer: { active: false, recoveryCodesLeft: 0 } }),
  step('endFactor', 409, 'Nor can it be removed', {
    body: { currentPassword: again, code: '12345' },
    answer: problem(409, 'Conflict', 'no_factor', 'Set up the second factor first.'),
  }),
  step('adminLanguage', 204, 'Mails in Urdu from now on', { body: { language: 'ur' } }),
  step('listAdmins', 200, 'Whom reports can be assigned to: nobody else yet', {
    answer: [{ id: admin.id, name: `${admin.firstName} ${admin.lastName}`, role: 'head', you: true }],
  }),
  step('removeFactor', 204, 'What somebody set up can be removed for them', { params: { id: admin.id } }),
];

export const auditing = [
  step('readAudit', 200, 'The last sign-in of staff', {
    query: { limit: '1', kind: 'signed-in' },
    answer: [
      {
        seq: 9,
        at: times.assigned,
        kind: 'signed-in',
        by: { id: admin.id, name: `${admin.firstName} ${admin.lastName}` },
        about: `${admin.firstName} ${admin.lastName}`,
        detail: null,
      },
    ],
  }),
  step('downloadAudit', 200, 'All of it, for a spreadsheet', {}),
];

export const signingOut = [step('adminSignOut', 204, 'The token is dead from now on', {})];
