/** How events are defined. The events themselves are in each owner's `events.ts`. */
import type { z } from 'zod';
import type { Service } from './parts.ts';

export const topics = {
  reports: 'tma.reports.v1',
  identity: 'tma.identity.v1',
  audit: 'tma.audit.v1',
  messages: 'tma.messages.v1',
} as const;
export type Topic = (typeof topics)[keyof typeof topics];

/**
 * The only services that write each topic, and so the events that belong there: consumers refuse an event on a topic
 * that is not its type's.
 */
export const topicWriters = {
  [topics.reports]: ['reports'],
  [topics.identity]: ['auth'],
  [topics.audit]: ['auth', 'reports', 'files', 'open311'],
  [topics.messages]: ['notify'],
} as const satisfies Record<Topic, readonly [Service, ...Service[]]>;

/** The topics that a service writes. */
export const topicsBy = (service: Service): Topic[] =>
  Object.values(topics).filter((topic) => topicWriters[topic].some((name) => name === service));

/** CloudEvents' `source` of a service's events. */
export const sourceOf = (service: Service) => `/services/${service}`;

/** An event of a topic, with the services that write it. */
export const event = <const T extends Topic, D extends z.ZodType>(
  topic: T,
  definition: { summary: string; data: D },
) => ({ topic, ...definition, writers: topicWriters[topic] });
