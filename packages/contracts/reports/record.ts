/** What everybody may see of a report, and may follow: its record at /r/{reference}, and the feed of a tehsil. */
import { z } from 'zod';
import { json, operation } from '../operation.ts';
import { tehsilName } from '../scalars.ts';
import { ofReport, PublicFact, RequestRow } from './shapes.ts';

const reports = { service: 'reports', errors: 'problem' } as const;

const { reference, issue, tehsil, status, phase, created_at, due, schedule, closure, proof, disputes, supports } =
  RequestRow.shape;

/** A report as everybody may see it: nothing of a person. What only its reporter can show is null unless they do. */
export const PublicRecord = z
  .object({
    reference,
    issue,
    tehsil,
    status,
    phase,
    created_at,
    due,
    schedule,
    closure,
    proof,
    disputes,
    supports,
    history: z.array(PublicFact),
    /** Whether its reporter shows what follows. */
    shared: z.boolean(),
    location: z.string().nullable(),
    description: z.string().nullable(),
    /** The picture's public path. */
    image: z.string().nullable(),
    /** Rounded to 4 decimals. */
    lat: z.number().nullable(),
    long: z.number().nullable(),
  })
  .meta({ id: 'PublicRecord' });

export const recordOperations = {
  readRecord: operation('GET /api/record/{reference}', {
    ...reports,
    who: 'anyone',
    summary: 'What everybody may see of a report; 404 for certificates, licences and what is hidden',
    params: z.object({ reference: z.string() }),
    answers: { 200: PublicRecord, 304: null },
  }),
  shareReport: operation('PUT /reports/{id}/shared', {
    ...reports,
    who: ['resident'],
    summary: 'Show place, words and picture of an own report to whoever has its link, or no longer',
    params: ofReport,
    body: json(z.object({ shared: z.boolean('must be true or false') })),
    answers: { 200: RequestRow },
  }),
  sharedReports: operation('GET /r.atom', {
    ...reports,
    who: 'anyone',
    summary: 'The newest 50 reports of a tehsil that their reporters show to everybody, as Atom (RFC 4287)',
    query: z.object({ tehsil: tehsilName }),
    answers: { 200: null, 304: null },
  }),
};
