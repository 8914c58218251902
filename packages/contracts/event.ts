/** What the definition of an event is made of. The events themselves are in each owner's `events.ts`. */
import type { z } from 'zod';

export const topics = { reports: 'tma.reports.v1', identity: 'tma.identity.v1' } as const;
export type Topic = (typeof topics)[keyof typeof topics];

interface EventDefinition<T extends Topic = Topic, D extends z.ZodType = z.ZodType> {
  topic: T;
  /** The producing service: CloudEvents' `source`. */
  source: `/services/${string}`;
  summary: string;
  data: D;
}

/** Keeps the literal topic and the type of the data. */
export const event = <const T extends Topic, D extends z.ZodType>(definition: EventDefinition<T, D>) => definition;
