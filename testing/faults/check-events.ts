import type { Received } from '@tma/kit';
import type { Findings } from './findings.ts';
import type { FaultSystem } from './system.ts';
import { eventId, readTopics } from './topics.ts';
import type { OutboxRow } from './truth.store.ts';

/**
 * Each event that was written is in Kafka, in the order of its subject, and nothing that was not written. The same id
 * several times is one event delivered several times.
 * @param all every event there ever was
 * @param recent those to be looked at
 */
export async function checkEvents(
  system: FaultSystem,
  all: readonly OutboxRow[],
  recent: readonly OutboxRow[],
  { lost, doubled }: Findings,
): Promise<void> {
  const missing = new Set(all.map(({ id }) => id));
  const messages = await readTopics(system, ({ value }) => {
    const id = eventId(value);
    return id !== null && missing.delete(id) && missing.size === 0;
  });
  const places = firstPlaces(messages);
  const written = new Set(all.map(({ id }) => id));
  for (const { id, type } of recent) if (!places.has(id)) lost.push(`the event ${type} ${id} in Kafka`);
  for (const id of places.keys()) if (!written.has(id)) doubled.push(`the event ${id}, which nobody wrote`);

  const bySubject = Map.groupBy(
    recent.filter(({ id }) => places.has(id)),
    ({ topic, key }) => `${topic} ${key}`,
  );
  for (const [subject, events] of bySubject) {
    const order = events.map(({ id }) => places.get(id) ?? 0);
    if (order.some((place, index) => place < (order[index - 1] ?? 0))) lost.push(`the order of events of ${subject}`);
  }
}

/** Where each event stood first: its offset, which counts within a subject's partition. */
function firstPlaces(messages: readonly Received[]): Map<string, number> {
  const places = new Map<string, number>();
  for (const { value, offset } of messages) {
    const id = eventId(value);
    if (id !== null) places.set(id, Math.min(places.get(id) ?? Number.POSITIVE_INFINITY, Number(offset)));
  }
  return places;
}
