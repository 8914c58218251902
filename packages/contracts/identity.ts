/** The operations of residents' identity: GoTrue's wire format, as supabase-js calls it. */
import { z } from 'zod';
import { limits } from './limits.ts';
import { operation } from './operation.ts';
import { id, line, time } from './rules.ts';

export const UserMetadata = z
  .object({
    first_name: z.string(),
    last_name: z.string(),
    contact_number: z.string(),
    tehsil: z.string(),
    location: z.string(),
  })
  .partial();

const Identity = z.object({
  identity_id: id,
  id,
  user_id: id,
  identity_data: z.record(z.string(), z.unknown()),
  provider: z.literal('email'),
  last_sign_in_at: time,
  created_at: time,
  updated_at: time,
  email: z.string(),
});

export const User = z
  .object({
    id,
    aud: z.literal('authenticated'),
    role: z.literal('authenticated'),
    email: z.string(),
    email_confirmed_at: time.optional(),
    confirmed_at: time.optional(),
    confirmation_sent_at: time.optional(),
    recovery_sent_at: time.optional(),
    new_email: z.string().optional(),
    email_change_sent_at: time.optional(),
    last_sign_in_at: time.optional(),
    phone: z.literal(''),
    app_metadata: z.object({ provider: z.literal('email'), providers: z.array(z.literal('email')) }),
    user_metadata: UserMetadata.extend({
      email: z.string(),
      email_verified: z.boolean(),
      phone_verified: z.boolean(),
      sub: id,
    }),
    identities: z.array(Identity),
    created_at: time,
    updated_at: time,
    is_anonymous: z.literal(false),
  })
  .meta({ id: 'User' });

export const Session = z
  .object({
    access_token: z.string(),
    token_type: z.literal('bearer'),
    expires_in: z.int(),
    expires_at: z.int(),
    refresh_token: z.string(),
    user: User,
    weak_password: z.null().optional(),
  })
  .meta({ id: 'Session' });

/** What a resident may say of themself at sign-up and later. */
export const ProfileData = z
  .object({
    first_name: line(limits.name),
    last_name: line(limits.name),
    contact_number: line(limits.contactNumber),
    tehsil: line(limits.tehsil.max),
    location: line(limits.location),
  })
  .partial();

const Empty = z.object({});
const gotrue = { service: 'auth', errors: 'gotrue' } as const;
const redirect = z.object({ redirect_to: z.string().optional() });
/** Kept as loose as GoTrue takes it: the route says what is wrong in GoTrue's words. Null counts as absent. */
const text = z.string().nullish();

export const identityOperations = {
  signUp: operation({
    ...gotrue,
    method: 'POST',
    path: '/auth/v1/signup',
    who: 'anyone',
    summary: 'Create a resident account; a confirmation mail follows',
    query: redirect,
    body: { type: 'json', schema: z.object({ email: text, password: text, data: ProfileData.nullish() }) },
    answers: { 200: User },
  }),
  followVerification: operation({
    ...gotrue,
    method: 'GET',
    path: '/auth/v1/verify',
    who: 'anyone',
    summary: 'The link of a verification mail: confirms and redirects, never signs in',
    query: redirect.extend({ token: text, type: text }),
    answers: { 303: null },
  }),
  verify: operation({
    ...gotrue,
    method: 'POST',
    path: '/auth/v1/verify',
    who: 'anyone',
    summary: 'Exchange a mailed token for a session, once',
    body: { type: 'json', schema: z.object({ type: text, token_hash: text }) },
    answers: { 200: Session },
  }),
  token: operation({
    ...gotrue,
    method: 'POST',
    path: '/auth/v1/token',
    who: 'anyone',
    summary: 'Sign in by password, or refresh a session',
    query: z.object({ grant_type: text }),
    body: { type: 'json', schema: z.object({ email: text, password: text, refresh_token: text }) },
    answers: { 200: Session },
  }),
  getUser: operation({
    ...gotrue,
    method: 'GET',
    path: '/auth/v1/user',
    who: 'resident',
    summary: 'The signed-in resident',
    answers: { 200: User },
  }),
  updateUser: operation({
    ...gotrue,
    method: 'PUT',
    path: '/auth/v1/user',
    who: 'resident',
    summary: 'Change profile data, password or e-mail address',
    query: redirect,
    body: {
      type: 'json',
      schema: z.object({ data: ProfileData.nullish(), password: text, email: text, current_password: text }),
    },
    answers: { 200: User },
  }),
  deleteUser: operation({
    ...gotrue,
    method: 'DELETE',
    path: '/auth/v1/user',
    who: 'resident',
    summary: 'Erase the person; reports stay as civic records',
    body: { type: 'json', schema: z.object({ current_password: text }) },
    answers: { 204: null },
  }),
  signOut: operation({
    ...gotrue,
    method: 'POST',
    path: '/auth/v1/logout',
    who: 'resident',
    summary: 'End this session, the others, or all',
    query: z.object({ scope: text }),
    answers: { 204: null },
  }),
  recover: operation({
    ...gotrue,
    method: 'POST',
    path: '/auth/v1/recover',
    who: 'anyone',
    summary: 'Mail a link to reset the password',
    query: redirect,
    body: { type: 'json', schema: z.object({ email: text }) },
    answers: { 200: Empty },
  }),
  resend: operation({
    ...gotrue,
    method: 'POST',
    path: '/auth/v1/resend',
    who: 'anyone',
    summary: 'Mail the confirmation link again',
    query: redirect,
    body: { type: 'json', schema: z.object({ type: text, email: text }) },
    answers: { 200: Empty },
  }),
  identityHealth: operation({
    ...gotrue,
    method: 'GET',
    path: '/auth/v1/health',
    who: 'anyone',
    summary: 'Name and version of the identity service',
    answers: { 200: z.object({ version: z.string(), name: z.string(), description: z.string() }) },
  }),
  identitySettings: operation({
    ...gotrue,
    method: 'GET',
    path: '/auth/v1/settings',
    who: 'anyone',
    summary: 'What ways of signing in there are',
    answers: { 200: z.looseObject({ external: z.record(z.string(), z.boolean()), disable_signup: z.boolean() }) },
  }),
  jwks: operation({
    ...gotrue,
    method: 'GET',
    path: '/auth/v1/.well-known/jwks.json',
    who: 'anyone',
    summary: 'The public keys that tokens are signed with',
    answers: { 200: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }) },
  }),
};
