import { type Topic, topics } from '@tma/contracts';
import type { Logger } from 'pino';
import type { Pool } from './db.ts';
import type { Kafka } from './kafka/index.ts';
import * as store from './outbox.store.ts';
import { repeat } from './repeat.ts';

const everyMs = 10_000;
const batch = 1000;

/**
 * Takes the data out of events that were sent and that every group has handled: until then a restore may have to send them
 * again (docs/decisions/014-a-restore-replays-the-outboxes.md). @returns how many events
 */
export async function emptyHandled(pool: Pool, kafka: Pick<Kafka, 'isHandled'>): Promise<number> {
  let emptied = 0;
  // What was sent before this moment is in Kafka when it is asked.
  const { topics: filled, now } = await store.filledTopics(pool);
  for (const topic of filled.filter(isTopic)) {
    if (!(await kafka.isHandled(topic))) continue;
    for (let last = batch; last === batch; emptied += last) last = await store.emptySent(pool, topic, now, batch);
  }
  return emptied;
}

const isTopic = (name: string): name is Topic => Object.values(topics).some((topic) => topic === name);

/** Empties every ten seconds. While there is nothing to empty, Kafka is not asked. @returns what stops it */
export const startEmptying = (pool: Pool, kafka: Kafka, log: Logger) =>
  repeat(everyMs, () => emptyHandled(pool, kafka), log, 'the outbox could not be emptied; it is tried again');
