/** What residents call beside `/auth/v1` and `/rest/v1`, and what anybody may read. */
import { z } from 'zod';
import { limits } from './limits.ts';
import { operation } from './operation.ts';
import { day, email, id, line, time } from './rules.ts';
import { RequestRow } from './tables.ts';

const problem = { errors: 'problem' } as const;
const binary = z.string().meta({ format: 'binary' });

/** What the files service answers for a stored upload: its id, and for a picture its public path. */
export const Upload = z.object({ id, path: z.string().nullable() }).meta({ id: 'Upload' });

export const reportingOperations = {
  createReport: operation({
    ...problem,
    method: 'POST',
    path: '/newrequest',
    service: 'reports',
    who: 'resident',
    summary: 'Submit a report with its picture and papers',
    body: {
      type: 'multipart',
      schema: z.object({
        issue: z.string(),
        location: z.string(),
        description: z.string(),
        name: z.string().optional(),
        status: z.string().optional(),
        userId: id.optional(),
        tehsil: z.string().optional(),
        schedule: day.optional(),
        image: binary,
        document: binary.optional(),
      }),
    },
    answers: { 201: RequestRow, 200: RequestRow },
  }),
  reportHistory: operation({
    ...problem,
    method: 'GET',
    path: '/reports/{id}/history',
    service: 'reports',
    who: 'resident or admin',
    summary: 'Every change of a report, oldest first',
    params: z.object({ id: z.string() }),
    answers: {
      200: z.array(
        z.object({
          at: time,
          status: z.string(),
          schedule: day.nullable(),
          by: z.enum(['resident', 'administration']),
        }),
      ),
    },
  }),
  stats: operation({
    ...problem,
    method: 'GET',
    path: '/api/stats',
    service: 'reports',
    who: 'anyone',
    summary: 'How many reports were ever closed in a tehsil',
    query: z.object({ tehsil: line(limits.tehsil.max).min(1, 'is required') }),
    answers: { 200: z.object({ resolved: z.int() }) },
  }),
  downloadDocument: operation({
    ...problem,
    method: 'GET',
    path: '/download-pdf/{id}',
    service: 'files',
    who: 'resident or admin',
    summary: "A report's PDF, for its reporter and its tehsil's administrators",
    params: z.object({ id: z.string() }),
    answers: { 200: null, 206: null },
  }),
  picture: operation({
    ...problem,
    method: 'GET',
    path: '/uploads/{name}',
    service: 'files',
    who: 'anyone',
    summary: "A report's public picture; `w=480` for the card",
    params: z.object({ name: z.string() }),
    query: z.object({ w: z.literal('480', 'must be 480').optional() }),
    answers: { 200: null, 304: null },
  }),
  upload: operation({
    ...problem,
    method: 'POST',
    path: '/internal/uploads',
    service: 'files',
    who: 'resident',
    internal: true,
    summary: 'Store one picture or document of a report that is being submitted',
    query: z.object({ kind: z.enum(['image', 'document']), reportId: id, tehsil: z.string().min(1) }),
    body: { type: 'binary', schema: binary },
    answers: { 201: Upload },
  }),
  discardUploads: operation({
    ...problem,
    method: 'DELETE',
    path: '/internal/uploads',
    service: 'files',
    who: 'resident',
    internal: true,
    summary: 'Remove the uploads of a report that was refused after all',
    query: z.object({ reportId: id }),
    answers: { 204: null },
  }),
  sendInvite: operation({
    ...problem,
    method: 'POST',
    path: '/api/sendInvite',
    service: 'auth',
    who: 'resident',
    summary: 'Invite a neighbour by mail',
    body: { type: 'json', schema: z.object({ userEmail: email, neighborEmail: email }) },
    answers: { 202: z.object({ status: z.literal('queued') }) },
  }),
  showUnsubscribe: operation({
    ...problem,
    method: 'GET',
    path: '/unsubscribe',
    service: 'notify',
    who: 'anyone',
    summary: 'A page with one button: no more invitations',
    query: z.object({ token: z.string().max(4096) }),
    answers: { 200: null, 400: null },
  }),
  unsubscribe: operation({
    ...problem,
    method: 'POST',
    path: '/unsubscribe',
    service: 'notify',
    who: 'anyone',
    summary: 'No more invitations to this address (RFC 8058 one click)',
    query: z.object({ token: z.string().max(4096) }),
    answers: { 200: null },
  }),
};
