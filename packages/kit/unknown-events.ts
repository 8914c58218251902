/** Events that an older version kept because it did not know their type: docs/decisions/020-unknown-events-are-kept.md. */
import { events } from '@tma/contracts';
import type { Tx } from './db.ts';
import { type Consumer, handleUntilDone } from './inbox.ts';
import { receive } from './outbox.store.ts';
import { repeat } from './repeat.ts';
import * as store from './unknown-events.store.ts';

/** During an upgrade instances of the old version go on keeping events for a while. */
const everyMs = 2000;
const batch = 100;

/** Handles the kept events that this version knows, now and as they come. @returns what stops it */
export const handleUnknownEvents = (consumer: Consumer): (() => Promise<void>) =>
  repeat(
    everyMs,
    (signal) => handleKept(consumer, async () => !signal.aborted),
    consumer.log,
    'events that were kept could not be handled; it is tried again',
  );

/** One by one, oldest first. Ends at an event that another instance is handling, which goes on with the rest. */
async function handleKept(consumer: Consumer, alive: () => Promise<boolean>): Promise<void> {
  const kept = await store.oldestUnknownEvents(consumer.pool, Object.keys(events), batch);
  for (const event of kept) {
    let elsewhere = false;
    const receiveKept = async (tx: Tx, id: string) => {
      elsewhere = !(await store.claimUnknownEvent(tx, id));
      return !elsewhere && receive(tx, id);
    };
    const done = await handleUntilDone(consumer, event, alive, receiveKept);
    if (!done || elsewhere) return;
    // It is a dead letter now, or this service has no handler for it; one that was handled is deleted already.
    await store.removeUnknownEvent(consumer.pool, event.id);
    if (!(await alive())) return;
  }
  if (kept.length === batch) await handleKept(consumer, alive);
}
