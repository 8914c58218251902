/** What the definition of an event is made of. The events themselves are in each owner's `events.ts`. */
import type { z } from 'zod';
import type { Service } from './parts.ts';

export const topics = { reports: 'tma.reports.v1', identity: 'tma.identity.v1' } as const;
export type Topic = (typeof topics)[keyof typeof topics];

/**
 * Whose topic each is. Its owner alone writes it, and with it the events that belong there: consumers refuse an event on a topic
 * that is not its type's.
 */
export const topicOwners = { [topics.reports]: 'reports', [topics.identity]: 'auth' } as const satisfies Record<
  Topic,
  Service
>;

interface EventDefinition<T extends Topic = Topic, D extends z.ZodType = z.ZodType> {
  topic: T;
  summary: string;
  data: D;
}

/** Keeps the literal topic and the type of the data, and adds the producing service: CloudEvents' `source`. */
export const event = <const T extends Topic, D extends z.ZodType>(definition: EventDefinition<T, D>) => ({
  ...definition,
  source: `/services/${topicOwners[definition.topic]}` as const,
});
