/** What administrators call. */
import { z } from 'zod';
import { limits } from './limits.ts';
import { operation } from './operation.ts';
import { day, email, id, line, time } from './rules.ts';
import { type AdminFilter, adminFilters } from './status.ts';
import { Tehsil } from './tables.ts';

/** A report as the administrators of its tehsil see it. `etag` is the strong ETag that PUT takes as If-Match. */
export const AdminReport = z
  .object({
    id,
    reference: z.string(),
    issue: z.string(),
    location: z.string(),
    description: z.string(),
    image: z.string(),
    document: z.string().nullable(),
    name: z.string(),
    status: z.string(),
    userId: id.nullable(),
    schedule: day.nullable(),
    tehsil: z.string(),
    created_at: time,
    updated_at: time,
    etag: z.string(),
  })
  .meta({ id: 'AdminReport' });

const problem = { errors: 'problem' } as const;
const filterNames = adminFilters.map((filter) => filter.name) as [AdminFilter, ...AdminFilter[]];
const given = z.string().min(1, 'is required');
const required = (max: number) => z.string().pipe(line(max).min(1, 'is required'));
const address = given.pipe(email);

export const administrationOperations = {
  adminSignUp: operation({
    ...problem,
    method: 'POST',
    path: '/adminsignup',
    service: 'auth',
    who: 'anyone',
    summary: 'Register an administrator, with the secret key',
    body: {
      type: 'json',
      schema: z.object({
        First_Name: required(limits.name),
        Last_Name: required(limits.name),
        Email: address,
        Password: given,
        Tehsil: required(limits.tehsil.max),
        Secret_Key: given,
      }),
    },
    answers: { 201: z.object({ success: z.literal(true), email: z.string() }) },
  }),
  adminSignIn: operation({
    ...problem,
    method: 'POST',
    path: '/adminsignin',
    service: 'auth',
    who: 'anyone',
    summary: 'Sign an administrator in',
    body: {
      type: 'json',
      schema: z.object({ Email: given, Password: given }),
    },
    answers: { 200: z.object({ Token: z.string(), email: z.string(), success: z.literal(true) }) },
  }),
  adminSignOut: operation({
    ...problem,
    method: 'POST',
    path: '/adminsignout',
    service: 'auth',
    who: 'admin',
    summary: "End the administrator's session",
    answers: { 204: null },
  }),
  addTehsil: operation({
    ...problem,
    method: 'POST',
    path: '/api/addTehsil',
    service: 'auth',
    who: 'anyone',
    summary: 'Add a tehsil, as an administrator or with the secret key',
    body: {
      type: 'json',
      schema: z.object({
        newtehsil: z
          .string()
          .pipe(line(limits.tehsil.max).min(limits.tehsil.min, `must be at least ${limits.tehsil.min} characters`)),
        Secret_Key: z.string().nullish(),
      }),
    },
    answers: { 201: Tehsil },
  }),
  listTehsils: operation({
    ...problem,
    method: 'GET',
    path: '/api/gettehsils',
    service: 'auth',
    who: 'anyone',
    summary: 'The tehsils, by name',
    answers: { 200: z.array(Tehsil) },
  }),
  listAdminReports: operation({
    ...problem,
    method: 'GET',
    path: '/adminrequests',
    service: 'reports',
    who: 'admin',
    summary: "The reports of the administrator's tehsil, newest first",
    query: z.object({
      filter: z
        .string()
        .toLowerCase()
        .pipe(z.enum(filterNames, `must be one of ${filterNames.join(', ')}`))
        .default('all'),
      limit: z.coerce
        .number('must be a whole number above 0')
        .int('must be a whole number above 0')
        .positive('must be a whole number above 0')
        .transform((limit) => Math.min(limit, limits.page.max))
        .default(limits.page.default),
      before: id.optional(),
    }),
    answers: { 200: z.array(AdminReport) },
  }),
  countAdminReports: operation({
    ...problem,
    method: 'GET',
    path: '/adminrequests/counts',
    service: 'reports',
    who: 'admin',
    summary: "How many reports of the administrator's tehsil each filter lets through",
    answers: { 200: z.record(z.enum(filterNames), z.int()) },
  }),
  updateReport: operation({
    ...problem,
    method: 'PUT',
    path: '/reports/{id}',
    service: 'reports',
    who: 'admin',
    summary: "Change a report's status or schedule",
    params: z.object({ id: z.string() }),
    body: {
      type: 'json',
      schema: z.object({ status: z.string().optional(), schedule: z.union([day, z.literal(''), z.null()]).optional() }),
    },
    answers: { 200: AdminReport },
  }),
  requestContact: operation({
    ...problem,
    method: 'GET',
    path: '/request-contact/{userId}',
    service: 'reports',
    who: 'admin',
    summary: 'The contact number of a person with a report in the tehsil',
    params: z.object({ userId: z.string() }),
    answers: { 200: z.object({ contactNumber: z.string() }) },
  }),
};
