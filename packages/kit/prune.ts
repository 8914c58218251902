import { type Topic, topics } from '@tma/contracts';
import type { Logger } from 'pino';
import { inBatches } from './batches.ts';
import type { Pool } from './db.ts';
import type { Kafka } from './kafka/index.ts';
import { deleteEndedLinkKeys } from './links.store.ts';
import * as store from './outbox.store.ts';
import { repeat } from './repeat.ts';
import { forgetEnded, forgetRoles } from './sessions.store.ts';
import { removeOldUnknownEvents } from './unknown-events.store.ts';

const pruneMs = 600_000;
const batch = 5000;
const emptyMs = 10_000;
const emptiedAtOnce = 1000;

/**
 * Deletes old rows, in batches so small that they hold nothing up: sent events, ids of handled events that cannot come
 * again, notes of dead letters, events of unknown types, ended sessions whose tokens have expired, given roles that all
 * tokens have by now, and link keys whose links have expired. @returns how many rows
 */
export async function prune(pool: Pool): Promise<number> {
  let deleted = 0;
  for (const deleteSome of [
    store.forgetPublished,
    store.forgetHandled,
    store.forgetOldDeadLetters,
    removeOldUnknownEvents,
    forgetEnded,
    forgetRoles,
    deleteEndedLinkKeys,
  ]) {
    deleted += await inBatches(batch, (limit) => deleteSome(pool, limit));
  }
  return deleted;
}

/** Prunes every ten minutes. @returns what stops it */
export const startPruning = (pool: Pool, log: Logger) =>
  repeat(pruneMs, () => prune(pool), log, 'old events could not be forgotten; it is tried again');

/**
 * Takes the data out of events that were sent and that every group has handled: until then a restore may have to send them
 * again (docs/decisions/014-a-restore-replays-the-outboxes.md). @returns how many events
 */
export async function emptyHandled(pool: Pool, kafka: Pick<Kafka, 'isHandled'>): Promise<number> {
  let emptied = 0;
  // Events sent before this moment are in Kafka by the time Kafka is asked.
  const { topics: filled, now } = await store.filledTopics(pool);
  for (const topic of filled.filter(isTopic)) {
    if (!(await kafka.isHandled(topic))) continue;
    emptied += await inBatches(emptiedAtOnce, (limit) => store.emptySent(pool, topic, now, limit));
  }
  return emptied;
}

const isTopic = (name: string): name is Topic => Object.values(topics).some((topic) => topic === name);

/** Empties every ten seconds. While there is nothing to empty, Kafka is not asked. @returns what stops it */
export const startEmptying = (pool: Pool, kafka: Kafka, log: Logger) =>
  repeat(emptyMs, () => emptyHandled(pool, kafka), log, 'the outbox could not be emptied; it is tried again');
