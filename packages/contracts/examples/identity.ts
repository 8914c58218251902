import type { z } from 'zod';
import type { Session, User } from '../identity/shapes.ts';
import { profile, sample, times } from './sample.ts';
import { problem, step } from './step.ts';

const { resident, neighbour, password, residentToken, refreshToken } = sample;
const { email, id } = resident;
const { id: _id, ...data } = profile;

const identityOf = (claims: Record<string, unknown>, seen: string) => ({
  identity_id: id,
  id,
  user_id: id,
  identity_data: claims,
  provider: 'email' as const,
  last_sign_in_at: seen,
  created_at: times.joined,
  updated_at: times.joined,
  email,
});

const userOf = (more: { location?: string; confirmed: boolean }): z.input<typeof User> => {
  const claims = {
    ...data,
    location: more.location ?? data.location,
    language: 'en' as const,
    email,
    email_verified: more.confirmed,
    phone_verified: false,
    sub: id,
  };
  const seen = more.confirmed ? times.confirmed : times.joined;
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    confirmation_sent_at: times.joined,
    ...(more.confirmed && {
      email_confirmed_at: times.confirmed,
      confirmed_at: times.confirmed,
      last_sign_in_at: times.confirmed,
    }),
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: claims,
    identities: [identityOf(claims, seen)],
    created_at: times.joined,
    updated_at: seen,
    is_anonymous: false,
  };
};

const sessionOf = (user: z.input<typeof User>): z.input<typeof Session> => ({
  access_token: residentToken,
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: Date.parse(times.confirmed) / 1000 + 3600,
  refresh_token: refreshToken,
  user,
});

export const discovering = [
  step('jwks', 200, 'One key; after a rotation there are two for a while', {
    answer: {
      keys: [
        {
          kty: 'EC',
          crv: 'P-256',
          alg: 'ES256',
          use: 'sig',
          key_ops: ['verify'],
          kid: '8xGS65a2kRLgU1auWa23cGDk_ofvb8gRFjp0oCcws68',
          x: 'wGs7iaxIgVEOGDpgc_Tv0ZazGiKZWPTWULfEQCh4j8c',
          y: 'gfLg7T3p7TexVvWODNmrE-PGMy5N_afiQqwSSJZc_O8',
        },
      ],
    },
  }),
  step('identityHealth', 200, 'What supabase-js may ask', {
    answer: { version: '', name: 'GoTrue', description: 'GoTrue is a user registration and authentication API' },
  }),
  step('identitySettings', 200, 'By e-mail alone', {
    answer: { external: { email: true, phone: false }, disable_signup: false },
  }),
];

export const joining = [
  step('signUp', 200, 'A resident signs up; a mail with a link goes to the address', {
    body: { email, password, data },
    answer: userOf({ confirmed: false }),
  }),
  step('token', 400, 'Signing in waits for the confirmation', {
    query: { grant_type: 'password' },
    body: { email, password },
    answer: { code: 400, error_code: 'email_not_confirmed', msg: 'Email not confirmed' },
  }),
  step('followVerification', 303, 'The link of the mail confirms the address', {
    query: { token: sample.confirmationToken, type: 'signup' },
  }),
  step('resend', 200, 'The mail is asked for again; the answer is the same for every address', {
    body: { type: 'signup', email },
    answer: {},
  }),
  step('token', 200, 'By password', {
    query: { grant_type: 'password' },
    body: { email, password },
    answer: sessionOf(userOf({ confirmed: true })),
  }),
  step('token', 200, 'A session is refreshed; the old refresh token is used up', {
    query: { grant_type: 'refresh_token' },
    body: { refresh_token: refreshToken },
    answer: sessionOf(userOf({ confirmed: true })),
  }),
  step('getUser', 200, 'Who is signed in', { answer: userOf({ confirmed: true }) }),
  step('updateUser', 200, 'The resident moved', {
    body: { data: { location: 'Canal Road' } },
    answer: userOf({ confirmed: true, location: 'Canal Road' }),
  }),
];

export const profileRows = [
  step('readProfile', 200, 'Your own row, the only one there is for you', {
    query: { select: '*', id: `eq.${id}` },
    answer: [{ ...profile, location: 'Canal Road' }],
  }),
  step('createProfile', 409, 'It is there since sign-up', {
    body: { ...profile, location: 'Canal Road' },
    answer: {
      code: '23505',
      message: 'duplicate key value violates unique constraint "usersdb_pkey"',
      details: null,
      hint: null,
    },
  }),
  step('updateProfile', 204, 'Another telephone number', {
    query: { id: `eq.${id}` },
    body: { contact_number: '+92 300 0000001' },
  }),
];

export const inviting = [
  step('sendInvite', 202, 'A neighbour is invited', {
    body: { userEmail: email, neighborEmail: neighbour },
    answer: { status: 'queued' },
  }),
];

const query = { token: sample.unsubscribeToken };

export const unsubscribing = [
  step('showUnsubscribe', 200, 'The page behind the link of an invitation', { query }),
  step('unsubscribe', 200, 'No more invitations', { query }),
];

const none = { number: null, verified: false, messages: false, available: true };

export const telephoning = [
  step('readPhone', 200, 'No number is confirmed yet', { answer: none }),
  step('setPhone', 202, 'A code goes to the number', {
    body: { number: '0300 1234567' },
    answer: { number: sample.phone },
  }),
  step('confirmPhone', 400, 'It is not this one', {
    body: { code: '12345' },
    answer: {
      ...problem(400, 'Bad Request', 'code_wrong', 'This code is not right.'),
      requestId: '7b1d5c0e-9a54-4c41-8f5e-2f0a3c6d8e92',
      errors: [{ path: 'code', message: 'This code is not right.' }],
    },
  }),
  step('setMessages', 200, 'Without a number there is nowhere to send messages to', {
    body: { messages: false },
    answer: none,
  }),
  step('removePhone', 204, 'The number is forgotten', {}),
];

export const leaving = [
  step('recover', 200, 'The password is forgotten: a mail with a link goes to the address', {
    body: { email },
    answer: {},
  }),
  step('verify', 200, 'The token of that link, for a session that may set another', {
    body: { type: 'recovery', token_hash: sample.recoveryToken },
    answer: sessionOf(userOf({ confirmed: true, location: 'Canal Road' })),
  }),
  step('listSessions', 200, 'Where somebody is signed in to the account', {
    answer: [
      {
        id: sample.sessions[0],
        startedAt: times.noted,
        lastSeen: times.noted,
        browser: 'Edge on Windows',
        current: true,
      },
      {
        id: sample.sessions[1],
        startedAt: times.joined,
        lastSeen: times.closed,
        browser: 'Chrome on Android',
        current: false,
      },
    ],
  }),
  step('endSession', 204, 'The telephone was sold: its session ends', { params: { id: sample.sessions[1] } }),
  step('signOut', 204, 'All other sessions end', { query: { scope: 'others' } }),
  step('deleteUser', 204, 'The account is deleted, with everything personal', { body: { current_password: password } }),
];
