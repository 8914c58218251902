/** Administrators' accounts and sessions. */
import { z } from 'zod';
import { limits } from '../limits.ts';
import { json, operation } from '../operation.ts';
import { forRoles } from '../roles.ts';
import { email, given, id, language, line, role } from '../scalars.ts';
import { factorCode } from './factors.ts';

const auth = { service: 'auth', errors: 'problem' } as const;
const forAnyone = { ...auth, who: 'anyone' } as const;
const ofAdministrators = { ...auth, who: ['admin'], roles: forRoles.all } as const;
const required = (max: number) => z.string().pipe(line(max).min(1, 'is required'));

export const administratorOperations = {
  adminSignUp: operation('POST /adminsignup', {
    ...forAnyone,
    summary: 'Register an administrator, with the secret key',
    body: json(
      z.object({
        First_Name: required(limits.name),
        Last_Name: required(limits.name),
        Email: given.pipe(email),
        Password: given,
        Tehsil: required(limits.tehsil.max),
        Secret_Key: given,
        /** The language of their mails. */
        Language: language.nullish(),
      }),
    ),
    answers: { 201: z.object({ success: z.literal(true), email: z.string() }) },
  }),
  adminSignIn: operation('POST /adminsignin', {
    ...forAnyone,
    summary: 'Sign an administrator in',
    body: json(z.object({ Email: given, Password: given, Code: factorCode.nullish() })),
    answers: {
      200: z.object({
        ...{ Token: z.string(), email: z.string(), success: z.literal(true), language, role },
        /** Present if a second factor has to be set up before anything else. */
        enrol: z.literal(true).optional(),
      }),
    },
  }),
  adminPassword: operation('PUT /adminpassword', {
    ...ofAdministrators,
    summary: "Change the administrator's password; every other session of theirs ends",
    body: json(z.object({ currentPassword: given, newPassword: given })),
    answers: { 204: null },
  }),
  adminRecover: operation('POST /adminrecover', {
    ...forAnyone,
    summary: 'Mail an administrator a link to a new password; the same answer for every address',
    body: json(z.object({ Email: given.pipe(email) })),
    answers: { 202: z.object({}) },
  }),
  adminReset: operation('POST /adminreset', {
    ...forAnyone,
    summary: 'Set a new password with the token of that link, once; all sessions end',
    body: json(z.object({ token: z.string(), Password: given, Code: factorCode.nullish() })),
    answers: { 204: null },
  }),
  listAdmins: operation('GET /api/admins', {
    ...auth,
    who: ['admin'],
    roles: forRoles.office,
    summary: "The tehsil's administrators by name, without those who are disabled",
    answers: { 200: z.array(z.object({ id, name: z.string(), role, you: z.boolean() })) },
  }),
  /** For the signed log. */
  auditEnd: operation('GET /internal/audit/end', {
    ...forAnyone,
    internal: true,
    summary: 'The number and the hash of the newest entry of the audit log; 0 where there is none',
    answers: { 200: z.object({ seq: z.int().min(0), hash: z.string() }) },
  }),
  /** For the reports service: the data of an AdministratorSaved that has not reached it yet. */
  findAdmin: operation('GET /internal/admins/{id}', {
    ...ofAdministrators,
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
  adminLanguage: operation('PUT /adminlanguage', {
    ...ofAdministrators,
    summary: "Choose the language of the administrator's mails",
    body: json(z.object({ language })),
    answers: { 204: null },
  }),
  adminSignOut: operation('POST /adminsignout', {
    ...ofAdministrators,
    enrolling: true,
    summary: "End the administrator's session",
    answers: { 204: null },
  }),
};
