/** Administrators' accounts and sessions. */
import { z } from 'zod';
import { limits } from '../limits.ts';
import { operation } from '../operation.ts';
import { forRoles } from '../roles.ts';
import { email, id, language, line, role } from '../scalars.ts';
import { factorCode } from './factors.ts';

const auth = { service: 'auth', errors: 'problem' } as const;
const given = z.string().min(1, 'is required');
const required = (max: number) => z.string().pipe(line(max).min(1, 'is required'));

export const administratorOperations = {
  adminSignUp: operation({
    ...auth,
    method: 'POST',
    path: '/adminsignup',
    who: 'anyone',
    summary: 'Register an administrator, with the secret key',
    body: {
      type: 'json',
      schema: z.object({
        First_Name: required(limits.name),
        Last_Name: required(limits.name),
        Email: given.pipe(email),
        Password: given,
        Tehsil: required(limits.tehsil.max),
        Secret_Key: given,
        /** Of their mails. */
        Language: language.nullish(),
      }),
    },
    answers: { 201: z.object({ success: z.literal(true), email: z.string() }) },
  }),
  adminSignIn: operation({
    ...auth,
    method: 'POST',
    path: '/adminsignin',
    who: 'anyone',
    summary: 'Sign an administrator in',
    body: {
      type: 'json',
      schema: z.object({ Email: given, Password: given, Code: factorCode.nullish() }),
    },
    answers: {
      200: z.object({
        ...{ Token: z.string(), email: z.string(), success: z.literal(true), language, role },
        /** Where a second factor has to be set up before anything else. */
        enrol: z.literal(true).optional(),
      }),
    },
  }),
  adminPassword: operation({
    ...auth,
    method: 'PUT',
    path: '/adminpassword',
    who: ['admin'],
    roles: forRoles.all,
    summary: "Change the administrator's password; every other session of theirs ends",
    body: { type: 'json', schema: z.object({ currentPassword: given, newPassword: given }) },
    answers: { 204: null },
  }),
  adminRecover: operation({
    ...auth,
    method: 'POST',
    path: '/adminrecover',
    who: 'anyone',
    summary: 'Mail an administrator a link to a new password; the same answer for every address',
    body: { type: 'json', schema: z.object({ Email: given.pipe(email) }) },
    answers: { 202: z.object({}) },
  }),
  adminReset: operation({
    ...auth,
    method: 'POST',
    path: '/adminreset',
    who: 'anyone',
    summary: 'Set a new password with the token of that link, once; all sessions end',
    body: { type: 'json', schema: z.object({ token: given.max(200), Password: given, Code: factorCode.nullish() }) },
    answers: { 204: null },
  }),
  listAdmins: operation({
    ...auth,
    method: 'GET',
    path: '/api/admins',
    who: ['admin'],
    roles: forRoles.office,
    summary: "The tehsil's administrators by name, without those who are disabled",
    answers: { 200: z.array(z.object({ id, name: z.string(), role, you: z.boolean() })) },
  }),
  /** For the signed log. */
  auditEnd: operation({
    ...auth,
    method: 'GET',
    path: '/internal/audit/end',
    who: 'anyone',
    internal: true,
    summary: 'The number and the hash of the newest entry of the audit log; 0 where there is none',
    answers: { 200: z.object({ seq: z.int().min(0), hash: z.string() }) },
  }),
  /** For the reports service: the data of an AdministratorSaved that has not reached it yet. */
  findAdmin: operation({
    ...auth,
    method: 'GET',
    path: '/internal/admins/{id}',
    who: ['admin'],
    roles: forRoles.all,
    internal: true,
    summary: "One of the administrators of the caller's tehsil; 404 for any other, and who is disabled",
    params: z.object({ id: z.guid() }),
    answers: {
      200: z.object({
        id,
        name: z.string(),
        email: z.string(),
        tehsil: z.string(),
        language: z.string(),
        role: role.optional(),
        version: z.int().positive(),
      }),
    },
  }),
  adminLanguage: operation({
    ...auth,
    method: 'PUT',
    path: '/adminlanguage',
    who: ['admin'],
    roles: forRoles.all,
    summary: "Choose the language of the administrator's mails",
    body: { type: 'json', schema: z.object({ language }) },
    answers: { 204: null },
  }),
  adminSignOut: operation({
    ...auth,
    method: 'POST',
    path: '/adminsignout',
    who: ['admin'],
    enrolling: true,
    roles: forRoles.all,
    summary: "End the administrator's session",
    answers: { 204: null },
  }),
};
