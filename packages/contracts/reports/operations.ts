/** The operations of the reports service. */
import { z } from 'zod';
import { json, operation } from '../operation.ts';
import { columnFilter, rows, tableQuery } from '../rest.ts';
import { forRoles } from '../roles.ts';
import { day, id, linkToken, pageSize, tehsilName } from '../scalars.ts';
import { bbox } from './box.ts';
import { AdminListQuery, deskOperations, filterNames } from './desk.ts';
import { neighbourOperations } from './neighbours.ts';
import { otherSystemOperations } from './other-systems.ts';
import { recordOperations } from './record.ts';
import {
  AdminReport,
  Closure,
  ClosureAnswer,
  CounterForm,
  HistoryEntry,
  LinkedClosure,
  ofReport,
  Proof,
  ProofForm,
  ProofTimes,
  ReportForm,
  RequestRow,
} from './shapes.ts';

const reports = { service: 'reports', errors: 'problem' } as const;
const forAnyone = { ...reports, who: 'anyone' } as const;
const ofAdministrators = { ...reports, who: ['admin'], roles: forRoles.all } as const;
const ofBoth = { ...reports, who: ['resident', 'admin'], roles: forRoles.all } as const;
const ofOffice = { ...reports, who: ['admin'], roles: forRoles.office } as const;
const Contact = z.object({ contactNumber: z.string() });

export const reportOperations = {
  ...deskOperations,
  ...otherSystemOperations,
  ...recordOperations,
  ...neighbourOperations,
  createReport: operation('POST /newrequest', {
    ...reports,
    who: ['resident'],
    summary: 'Submit a report with its picture and papers',
    body: { type: 'multipart', schema: ReportForm },
    answers: { 201: RequestRow, 200: RequestRow },
  }),
  reportAtCounter: operation('POST /api/counter', {
    ...ofOffice,
    summary: 'Write a report down for somebody without an account',
    body: { type: 'multipart', schema: CounterForm },
    answers: { 201: AdminReport, 200: AdminReport },
  }),
  readRequests: operation('GET /rest/v1/requests', {
    service: 'reports',
    errors: 'postgrest',
    who: ['resident'],
    summary: 'Reports, newest first',
    query: tableQuery.extend({
      id: columnFilter,
      user_id: columnFilter,
      status: columnFilter,
      tehsil: columnFilter,
      issue: columnFilter,
      bbox: bbox.optional(),
    }),
    answers: { 200: rows(RequestRow), 304: null },
  }),
  readReport: operation('GET /reports/{id}', {
    ...ofBoth,
    summary: 'One report, for its reporter as in /rest/v1/requests, for its tehsil as in /adminrequests',
    params: ofReport,
    answers: { 200: z.union([AdminReport, RequestRow]), 304: null },
  }),
  reportHistory: operation('GET /reports/{id}/history', {
    ...ofBoth,
    summary: 'What happened to a report, oldest first',
    params: ofReport,
    query: z.object({ notes: z.string().optional() }),
    answers: { 200: z.array(HistoryEntry) },
  }),
  addProof: operation('POST /reports/{id}/proof', {
    ...ofAdministrators,
    summary: 'Add a picture of the finished work',
    params: ofReport,
    body: { type: 'multipart', schema: ProofForm },
    answers: { 201: Proof },
  }),
  proofTimes: operation('GET /api/proofs/{name}', {
    ...forAnyone,
    summary:
      'When a picture of the finished work was sent, and taken, and for its administrators what it resembles; `name` as in `uploads/<name>.webp`',
    params: z.object({ name: z.string() }),
    answers: { 200: ProofTimes },
  }),
  readClosure: operation('GET /reports/{id}/closure', {
    ...ofBoth,
    roles: forRoles.office,
    summary: "A report's last closure, for its reporter and its tehsil's administrators",
    params: ofReport,
    answers: { 200: Closure },
  }),
  answerClosure: operation('POST /reports/{id}/closure', {
    ...reports,
    who: ['resident'],
    summary: 'Say whether it is fixed: its reporter, or once they cannot any more, who supports it',
    params: ofReport,
    body: json(ClosureAnswer),
    answers: { 200: Closure },
  }),
  viewLinkedClosure: operation('POST /closures/view', {
    ...forAnyone,
    summary: 'The closure that a link of a mail is for; changes nothing',
    body: json(z.object({ token: linkToken })),
    answers: { 200: LinkedClosure },
  }),
  answerLinkedClosure: operation('POST /closures/answer', {
    ...forAnyone,
    summary: 'Say by the link of a mail whether it is fixed',
    body: json(ClosureAnswer.extend({ token: linkToken })),
    answers: { 200: LinkedClosure },
  }),
  stats: operation('GET /api/stats', {
    ...forAnyone,
    summary: 'How many reports were ever closed in a tehsil, and what their reporters said',
    query: z.object({ tehsil: tehsilName }),
    answers: {
      200: z.object({
        /** Reports that were ever closed. */
        resolved: z.int(),
        /** Reports whose last closure is confirmed. */
        confirmed: z.int(),
        /** Reports that were ever disputed. */
        disputed: z.int(),
        /** Reports whose last closure is unanswered. */
        unanswered: z.int(),
        /** Reports that are closed and whose last closure has no picture. */
        withoutProof: z.int(),
      }),
    },
  }),
  listAdminReports: operation('GET /adminrequests', {
    ...ofAdministrators,
    summary: "The reports of the administrator's tehsil, newest first",
    query: AdminListQuery.extend({
      limit: pageSize,
      before: id.optional(),
      bbox: bbox.optional(),
      /** The most supported first, without pages. */
      order: z.enum(['supports'], 'must be supports').optional(),
    }),
    answers: { 200: z.array(AdminReport) },
  }),
  countAdminReports: operation('GET /adminrequests/counts', {
    ...ofAdministrators,
    summary: "How many reports of the administrator's tehsil each filter lets through",
    answers: { 200: z.record(z.enum(filterNames), z.int()) },
  }),
  updateReport: operation('PUT /reports/{id}', {
    ...ofAdministrators,
    summary: "Change a report's status or schedule",
    params: ofReport,
    body: json(
      z.object({ status: z.string().optional(), schedule: z.union([day, z.literal(''), z.null()]).optional() }),
    ),
    answers: { 200: AdminReport },
  }),
  requestContact: operation('GET /request-contact/{userId}', {
    ...ofOffice,
    summary: 'The contact number of a person with a report in the tehsil',
    params: z.object({ userId: z.string().toLowerCase() }),
    answers: { 200: Contact },
  }),
  reportContact: operation('GET /reports/{id}/contact', {
    ...ofOffice,
    summary: 'The contact number of whoever a report of the tehsil is from, also without an account',
    params: ofReport,
    answers: { 200: Contact },
  }),
};
