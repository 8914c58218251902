import { sample } from './sample.ts';
import { step } from './step.ts';

const { admin, secretKey, password, tehsil } = sample;

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
    answer: { Token: sample.adminToken, email: admin.email, success: true, language: 'en' },
  }),
  step('adminPassword', 204, 'Another password; this session goes on', {
    body: { currentPassword: password, newPassword: `${password}, again` },
  }),
  step('adminLanguage', 204, 'Mails in Urdu from now on', { body: { language: 'ur' } }),
  step('listAdmins', 200, 'Whom reports can be assigned to: nobody else yet', {
    answer: [{ id: admin.id, name: `${admin.firstName} ${admin.lastName}`, you: true }],
  }),
];

export const signingOut = [step('adminSignOut', 204, 'The token is dead from now on', {})];
