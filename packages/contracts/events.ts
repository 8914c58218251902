/** What services tell each other: CloudEvents 1.0 in structured JSON, keyed by the subject's id, over Kafka. */
import { z } from 'zod';
import { AdminReport } from './administration.ts';
import { day, id, time } from './rules.ts';
import { Profile } from './tables.ts';

export const topics = { reports: 'tma.reports.v1', identity: 'tma.identity.v1' } as const;
export type Topic = (typeof topics)[keyof typeof topics];

/** The groups that read each topic: one per service that acts on it. */
export const consumers = {
  [topics.reports]: ['notify', 'files'],
  [topics.identity]: ['notify', 'files', 'reports'],
} as const satisfies Record<Topic, readonly string[]>;

/** Where a group puts what it could not handle. */
export const deadLetterTopic = (topic: string, group: string) => `${topic}.${group}.dlq`;

const Person = z.object({ id, name: z.string(), email: z.string() });
const State = z.object({ status: z.string(), schedule: day.nullable() });
const LinkMail = z.object({ userId: id, email: z.string(), name: z.string(), link: z.url(), expiresAt: time });

const event = <const T extends Topic, D extends z.ZodType>(topic: T, source: string, summary: string, data: D) => ({
  topic,
  source,
  summary,
  data,
});

export const events = {
  ReportCreated: event(
    topics.reports,
    '/services/reports',
    'A resident submitted a report',
    AdminReport.omit({ etag: true }).extend({ reporter: Person, imageId: id, documentId: id.nullable() }),
  ),
  StatusChanged: event(
    topics.reports,
    '/services/reports',
    "A report's status or schedule changed",
    z.object({
      id,
      reference: z.string(),
      issue: z.string(),
      tehsil: z.string(),
      from: State,
      to: State,
      /** Null once the reporter's account was erased: there is nobody to tell. */
      reporter: Person.nullable(),
      changedBy: z.string(),
    }),
  ),
  InviteRequested: event(
    topics.identity,
    '/services/auth',
    'A resident invites a neighbour',
    z.object({ inviter: Person.extend({ tehsil: z.string() }), neighborEmail: z.string() }),
  ),
  VerificationRequested: event(topics.identity, '/services/auth', 'A new address is to be confirmed', LinkMail),
  RecoveryRequested: event(topics.identity, '/services/auth', 'Somebody forgot a password', LinkMail),
  EmailChangeRequested: event(topics.identity, '/services/auth', 'A resident changes to another address', LinkMail),
  /** Its owner is told. */
  SignUpRepeated: event(
    topics.identity,
    '/services/auth',
    'Somebody signed up with the address of a confirmed account',
    z.object({ userId: id, email: z.string(), name: z.string() }),
  ),
  ProfileSaved: event(topics.identity, '/services/auth', "A resident's profile is new or changed", Profile),
  AccountDeleted: event(
    topics.identity,
    '/services/auth',
    'A resident is gone: everything personal is to be forgotten',
    z.object({ id }),
  ),
};

export type EventType = keyof typeof events;
export type EventData<T extends EventType> = z.infer<(typeof events)[T]['data']>;

/** The envelope (CloudEvents 1.0, section 3). Unknown attributes are kept, so a newer producer breaks nobody. */
export const Envelope = z.looseObject({
  specversion: z.literal('1.0'),
  id,
  source: z.string(),
  type: z.string(),
  subject: z.string(),
  time,
  datacontenttype: z.literal('application/json'),
  /** The trace that it is a part of (W3C Trace Context; CloudEvents' extension for distributed tracing). */
  traceparent: z.string().optional(),
  data: z.unknown(),
});

export type CloudEvent<T extends EventType = EventType> = Omit<z.infer<typeof Envelope>, 'data' | 'type'> &
  {
    [K in T]: { type: K; data: EventData<K> };
  }[T];
