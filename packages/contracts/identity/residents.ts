/** Residents' accounts and sessions: GoTrue's wire format (https://github.com/supabase/auth), as supabase-js calls it. */
import { z } from 'zod';
import { json, operation } from '../operation.ts';
import { NewUserData, Session, User, UserData } from './shapes.ts';

const gotrue = { service: 'auth', errors: 'gotrue' } as const;
const forAnyone = { ...gotrue, who: 'anyone' } as const;
const ofResident = { ...gotrue, who: ['resident'] } as const;
const Empty = z.object({});
/** Anything but one address counts as none. */
const redirect = z.object({ redirect_to: z.string().optional().catch(undefined) });
/** As loose as GoTrue: the route answers with GoTrue's own errors. Null counts as absent. */
const text = z.string().nullish();

export const residentOperations = {
  signUp: operation('POST /auth/v1/signup', {
    ...forAnyone,
    summary: 'Create a resident account; a confirmation mail follows',
    query: redirect,
    body: json(z.object({ email: text, password: text, data: NewUserData.nullish() })),
    answers: { 200: User },
  }),
  followVerification: operation('GET /auth/v1/verify', {
    ...forAnyone,
    summary: 'The link of a verification mail: confirms and redirects, never signs in',
    // Whoever follows a link is redirected, however it was changed.
    query: redirect.extend({ token: text.catch(null), type: text.catch(null) }),
    answers: { 303: null },
  }),
  verify: operation('POST /auth/v1/verify', {
    ...forAnyone,
    summary: 'Exchange a mailed token for a session, once',
    body: json(z.object({ type: text, token_hash: text })),
    answers: { 200: Session },
  }),
  token: operation('POST /auth/v1/token', {
    ...forAnyone,
    summary: 'Sign in by password, or refresh a session',
    query: z.object({ grant_type: text }),
    body: json(z.object({ email: text, password: text, refresh_token: text })),
    answers: { 200: Session },
  }),
  getUser: operation('GET /auth/v1/user', {
    ...ofResident,
    summary: 'The signed-in resident',
    answers: { 200: User },
  }),
  updateUser: operation('PUT /auth/v1/user', {
    ...ofResident,
    summary: 'Change profile data, password or e-mail address',
    query: redirect,
    body: json(z.object({ data: UserData.nullish(), password: text, email: text, current_password: text })),
    answers: { 200: User },
  }),
  deleteUser: operation('DELETE /auth/v1/user', {
    ...ofResident,
    summary: 'Erase the person; reports stay as civic records',
    body: json(z.object({ current_password: text })),
    answers: { 204: null },
  }),
  signOut: operation('POST /auth/v1/logout', {
    ...ofResident,
    summary: 'End this session, the others, or all',
    query: z.object({ scope: text }),
    answers: { 204: null },
  }),
  recover: operation('POST /auth/v1/recover', {
    ...forAnyone,
    summary: 'Mail a link to reset the password',
    query: redirect,
    body: json(z.object({ email: text })),
    answers: { 200: Empty },
  }),
  resend: operation('POST /auth/v1/resend', {
    ...forAnyone,
    summary: 'Mail the confirmation link again',
    query: redirect,
    body: json(z.object({ type: text, email: text })),
    answers: { 200: Empty },
  }),
  identityHealth: operation('GET /auth/v1/health', {
    ...forAnyone,
    summary: 'Name and version of the identity service',
    answers: { 200: z.object({ version: z.string(), name: z.string(), description: z.string() }) },
  }),
  identitySettings: operation('GET /auth/v1/settings', {
    ...forAnyone,
    summary: 'What ways of signing in there are',
    answers: { 200: z.looseObject({ external: z.record(z.string(), z.boolean()), disable_signup: z.boolean() }) },
  }),
  jwks: operation('GET /auth/v1/.well-known/jwks.json', {
    ...forAnyone,
    summary: 'The public keys that tokens are signed with',
    answers: { 200: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }) },
  }),
};
