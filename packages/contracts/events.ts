/** What services send each other: CloudEvents 1.0 in structured JSON, keyed by the subject's id, over Kafka. */
import { z } from 'zod';
import { auditEvents } from './audit.ts';
import { type Topic, topics, type topicWriters } from './event.ts';
import { identityEvents } from './identity/events.ts';
import { messageEvents } from './messages/events.ts';
import type { Service } from './parts.ts';
import { reportEvents } from './reports/events.ts';
import { id, time } from './scalars.ts';

export { sourceOf, type Topic, topics, topicsBy, topicWriters } from './event.ts';

/** The consumer groups of each topic: one per service that acts on it. */
export const consumers = {
  [topics.reports]: ['notify', 'files'],
  [topics.identity]: ['notify', 'files', 'reports', 'open311'],
  [topics.audit]: ['auth'],
  [topics.messages]: ['auth', 'reports'],
} as const satisfies Record<Topic, readonly Service[]>;

/** The topics that a group reads. */
export const topicsOf = (group: string): Topic[] =>
  Object.values(topics).filter((topic) => consumers[topic].some((name) => name === group));

/** The topic of the events that a group could not handle. */
export const deadLetterTopic = (topic: string, group: string) => `${topic}.${group}.dlq`;

/**
 * Every event type, by name. `schemas/` has the schema of each as it is in production: `schemas.test.ts` fails on a
 * change that breaks a running consumer, or an event that Kafka still holds.
 */
export const events = { ...reportEvents, ...identityEvents, ...auditEvents, ...messageEvents };

export type EventType = keyof typeof events;
/** The services that write events of a type. */
export type EventWriter<T extends EventType> = (typeof topicWriters)[(typeof events)[T]['topic']][number];
export type EventData<T extends EventType> = z.infer<(typeof events)[T]['data']>;

/**
 * The envelope (CloudEvents 1.0, section 3). Unknown attributes are accepted, so that a newer producer breaks no
 * consumer.
 */
export const Envelope = z.looseObject({
  specversion: z.literal('1.0'),
  id,
  source: z.string(),
  type: z.string(),
  subject: z.string(),
  time,
  datacontenttype: z.literal('application/json'),
  /** The trace that the event is part of (W3C Trace Context; CloudEvents' extension for distributed tracing). */
  traceparent: z.string().optional(),
  data: z.unknown(),
});

export type CloudEvent<T extends EventType = EventType> = Omit<z.infer<typeof Envelope>, 'data' | 'type'> &
  {
    [K in T]: { type: K; data: EventData<K> };
  }[T];
