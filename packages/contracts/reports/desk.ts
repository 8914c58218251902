/** The lists, deadlines and holidays of administrators, and the public figures. */
import { z } from 'zod';
import { limits } from '../limits.ts';
import { json, operation } from '../operation.ts';
import { forRoles } from '../roles.ts';
import { day, id, line, prose, tehsilName } from '../scalars.ts';
import { AdminReport, HistoryEntry, issueName, ofReport } from './shapes.ts';
import { type AdminFilter, adminFilters } from './statuses.ts';

const reports = { service: 'reports', errors: 'problem' } as const;
const forAnyone = { ...reports, who: 'anyone' } as const;
const ofHeads = { ...reports, who: ['admin'], roles: forRoles.head } as const;
const ofOffice = { ...reports, who: ['admin'], roles: forRoles.office } as const;
export const filterNames = adminFilters.map((filter) => filter.name) as [AdminFilter, ...AdminFilter[]];
const { min, max } = limits.search;

/** Decimal degrees of WGS 84; kept with six decimals, 11 cm. */
const degrees = (most: number) =>
  z
    .number('must be a number')
    .min(-most, `must be from -${most} to ${most}`)
    .max(most, `must be from -${most} to ${most}`)
    // Not -0, which JSON writes as 0.
    .transform((value) => Number(value.toFixed(6)) + 0);

/** Who reports are assigned to: the caller, nobody, or an administrator by id. */
const Assignee = z.union([z.enum(['me', 'none']), id], 'must be me, none or the id of an administrator');

/** The conditions of an administrator's list; all of them must hold. */
export const AdminListQuery = z.object({
  filter: z
    .string()
    .toLowerCase()
    .pipe(z.enum(filterNames, `must be one of ${filterNames.join(', ')}`))
    .default('all'),
  /** The reference or its beginning, or words and beginnings of words. */
  q: line(max)
    .min(min, `must be at least ${min} characters`)
    .refine((text) => /[\p{L}\p{N}]/u.test(text), 'must have a letter or a digit')
    .optional(),
  issue: issueName.optional(),
  assignee: Assignee.optional(),
});

/** Working days in which an answer is due. */
const Deadline = z.object({ issue: issueName, days: z.int('must be a whole number').min(1).max(limits.dueDays) });
/** A day on which the office is closed; `estimated` until the moon is sighted. */
const Holiday = z.object({ day, name: z.string(), estimated: z.boolean() });

const count = z.int();
/** A tehsil's figures from one day to another. Nothing of a person or of a single report. */
const Figures = z
  .object({
    tehsil: z.string(),
    from: day,
    to: day,
    /** By the Monday on which the week begins, all weeks of the range. */
    weeks: z.array(z.object({ week: day, reported: count, closed: count, disputed: count })),
    /** All types. `open` and `overdue` are of now, the others of the range; `medianDays` is from report to last closing. */
    issues: z.array(
      z.object({
        issue: z.string(),
        open: count,
        overdue: count,
        closed: count,
        medianDays: z.number().nullable(),
        /** From 0 to 1. */
        withinDeadline: z.number().nullable(),
      }),
    ),
    /** Of reports whose last closure was begun in the range. */
    closures: z.object({ confirmed: count, disputed: count, unanswered: count, withoutProof: count }),
  })
  .meta({ id: 'Figures' });

export const deskOperations = {
  hideReport: operation('PUT /reports/{id}/hidden', {
    ...ofHeads,
    summary: 'Hide a report from everybody but its reporter and its staff, or show it again',
    params: ofReport,
    body: json(z.object({ hidden: z.boolean('must be true or false'), reason: prose(limits.note).default('') })),
    answers: { 200: AdminReport },
  }),
  moveReport: operation('PUT /reports/{id}/place', {
    ...ofOffice,
    summary: 'Correct where a report is; 422 for certificates and licences',
    params: ofReport,
    body: json(z.object({ lat: degrees(90), long: degrees(180) })),
    answers: { 200: AdminReport },
  }),
  removePicture: operation('DELETE /reports/{id}/image', {
    ...ofHeads,
    summary: "Delete a report's picture for good; its public address answers 410",
    params: ofReport,
    body: json(z.object({ reason: prose(limits.note).min(1, 'is required') })),
    answers: { 204: null },
  }),
  assignReport: operation('PUT /reports/{id}/assignee', {
    ...ofOffice,
    summary: "Assign a report to one of the tehsil's administrators, or to nobody",
    params: ofReport,
    body: json(z.object({ assignee: z.guid('must be the id of an administrator, or null').nullable() })),
    answers: { 200: AdminReport },
  }),
  addNote: operation('POST /reports/{id}/notes', {
    ...reports,
    who: ['admin'],
    roles: forRoles.all,
    summary: 'Add a note for administrators, or a public one that is mailed to the reporter, too',
    params: ofReport,
    body: json(z.object({ text: prose(limits.note).min(1, 'is required'), public: z.boolean().default(false) })),
    answers: { 201: HistoryEntry },
  }),
  downloadAdminReports: operation('GET /adminrequests.csv', {
    ...ofHeads,
    summary: "The reports of the administrator's tehsil as CSV (RFC 4180), newest first",
    query: AdminListQuery,
    answers: { 200: null },
  }),
  readDeadlines: operation('GET /api/deadlines', {
    ...forAnyone,
    summary: 'In how many working days an answer is due, by issue type',
    query: z.object({ tehsil: tehsilName }),
    answers: { 200: z.array(Deadline) },
  }),
  setDeadline: operation('PUT /api/deadlines', {
    ...ofHeads,
    summary:
      'Set in how many working days an answer is due; moves what is due of reports that are not closed or dropped',
    body: json(Deadline),
    answers: { 200: z.array(Deadline) },
  }),
  readHolidays: operation('GET /api/holidays', {
    ...forAnyone,
    summary: 'The days of a year on which the office is closed; of this year unless told otherwise',
    query: z.object({
      tehsil: tehsilName,
      year: z
        .string()
        .regex(/^(19|[2-9]\d)\d\d$/, 'must be a year')
        .transform(Number)
        .optional(),
    }),
    answers: { 200: z.array(Holiday) },
  }),
  setHoliday: operation('PUT /api/holidays', {
    ...ofHeads,
    summary: 'Set a holiday, or take it away with the name null; moves what is due like a deadline does',
    body: json(z.object({ day, name: line(limits.holidayName).min(1, 'is required').nullable() })),
    answers: { 200: z.array(Holiday) },
  }),
  figures: operation('GET /api/figures', {
    ...forAnyone,
    summary: "A tehsil's figures, of the last 12 weeks unless told otherwise, of 2 years at most",
    query: z.object({ tehsil: tehsilName, from: day.optional(), to: day.optional() }),
    answers: { 200: Figures },
  }),
};
