/** What the service open311 asks of reports. Not reachable through the gateway. */
import { z } from 'zod';
import { operation } from '../operation.ts';
import { binary, time } from '../scalars.ts';
import { closureStates, PublicFact } from './shapes.ts';

const reports = { service: 'reports', errors: 'problem', internal: true } as const;
const tehsil = z.string();
const text = z.string().optional();

/** A problem that is not hidden, as everybody may see it: place, words and picture only where its reporter shares them. */
const PublicReport = z.object({
  reference: z.string(),
  issue: z.string(),
  tehsil,
  status: z.string(),
  created_at: time,
  updated_at: time,
  /** The last second of the day on whose end an answer is due. */
  due: time,
  location: z.string().nullable(),
  description: z.string().nullable(),
  image: z.string().nullable(),
  lat: z.number().nullable(),
  long: z.number().nullable(),
  supports: z.int(),
  closure: z.enum(closureStates).nullable(),
  /** Oldest first; null where it was not asked for. */
  history: z.array(PublicFact.omit({ seq: true })).nullable(),
});
export type PublicReport = z.infer<typeof PublicReport>;

const PublicUpdate = PublicFact.extend({ reference: z.string() });
export type PublicUpdate = z.infer<typeof PublicUpdate>;

const moment = time.optional();

export const otherSystemOperations = {
  publicReports: operation('GET /internal/public-reports', {
    ...reports,
    who: 'anyone',
    summary: 'Problems of a tehsil, newest first; those of the given references, or those that fit the rest',
    query: z.object({
      tehsil,
      /** With commas. */
      references: text,
      /** Codes, with commas: of issue types and of statuses; all where there are none. */
      issues: text,
      statuses: text,
      from: moment,
      to: moment,
      /** Then those that changed last come first. */
      changedAfter: moment,
      offset: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(1),
      history: z.stringbool().default(false),
    }),
    answers: { 200: z.array(PublicReport) },
  }),
  publicUpdates: operation('GET /internal/public-updates', {
    ...reports,
    who: 'anyone',
    summary:
      'What happened to problems of a tehsil after they came in, newest first: to 1,000 reports at most, those that changed first since `from`, or last',
    query: z.object({ tehsil, from: time, to: moment, newest: z.stringbool().default(false) }),
    answers: { 200: z.array(PublicUpdate) },
  }),
  takeRequest: operation('POST /internal/requests', {
    ...reports,
    who: ['system'],
    summary: 'Take the report that another system brings, by the form of Open311',
    body: { type: 'multipart', schema: z.looseObject({ media: binary.optional() }) },
    answers: { 201: z.object({ reference: z.string() }), 200: z.object({ reference: z.string() }) },
  }),
};
