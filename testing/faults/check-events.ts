import type { Received } from '@tma/kit';
import type { Findings } from './findings.ts';
import type { FaultSystem } from './system.ts';
import { eventId, readTopics, untilAllOf } from './topics.ts';
import type { OutboxRow } from './truth.store.ts';

/**
 * Checks that Kafka has each event of the outboxes, in the order of its subject, and no other. The same id several times is
 * one event that was delivered several times.
 * @param all every event of the outboxes
 * @param recent those to check
 */
export async function checkEvents(
  system: FaultSystem,
  all: readonly OutboxRow[],
  recent: readonly OutboxRow[],
  { lost, doubled }: Findings,
): Promise<void> {
  const messages = await readTopics(system, untilAllOf(all));
  const offsets = firstOffsets(messages);
  const written = new Set(all.map(({ id }) => id));
  for (const { id, type } of recent) if (!offsets.has(id)) lost.push(`the event ${type} ${id} in Kafka`);
  for (const id of offsets.keys()) if (!written.has(id)) doubled.push(`the event ${id}, which is in no outbox`);

  const bySubject = Map.groupBy(
    recent.filter(({ id }) => offsets.has(id)),
    ({ topic, key }) => `${topic} ${key}`,
  );
  for (const [subject, events] of bySubject) {
    const order = events.map(({ id }) => offsets.get(id) ?? 0);
    if (order.some((offset, index) => offset < (order[index - 1] ?? 0))) lost.push(`the order of events of ${subject}`);
  }
}

/** The first offset of each event; comparable within a subject, which is in one partition. */
function firstOffsets(messages: readonly Received[]): Map<string, number> {
  const offsets = new Map<string, number>();
  for (const { value, offset } of messages) {
    const id = eventId(value);
    if (id !== null) offsets.set(id, Math.min(offsets.get(id) ?? Number.POSITIVE_INFINITY, Number(offset)));
  }
  return offsets;
}
