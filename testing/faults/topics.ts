import { setTimeout as wait } from 'node:timers/promises';
import { topics } from '@tma/contracts';
import { createLog, openDeadLetters, type Received, tailTopics } from '@tma/kit';
import { letterTopics } from '../../infra/dead-letters.ts';
import type { FaultSystem } from './system.ts';
import type { OutboxRow } from './truth.store.ts';

const log = createLog('faults', 'silent');
/** Topics count as read to their end after this many milliseconds without a message. */
const silenceMs = 3000;

/**
 * All messages of the event topics, in order per partition, read until none arrives for 3 s, or for `mostMs` at most.
 * @param enough returns true when no further message is needed
 */
export async function readTopics(
  { running }: Pick<FaultSystem, 'running'>,
  enough: (message: Received) => boolean,
  mostMs = 120_000,
): Promise<Received[]> {
  const read: Received[] = [];
  const stopping = new AbortController();
  const end = Date.now() + mostMs;
  let last = Math.min(Date.now() + 10_000, end);
  const onMessage = (message: Received) => {
    read.push(message);
    // What comes in the same moment as the last that is needed is no reason to go on.
    if (last > 0) last = enough(message) ? 0 : Math.min(Date.now() + silenceMs, end);
  };
  const options = { fromBeginning: true, signal: stopping.signal, log };
  const tailing = tailTopics({ brokers: running().brokers }, Object.values(topics), onMessage, options);
  while (Date.now() < last) await wait(50);
  stopping.abort();
  await tailing;
  return read;
}

/** For `readTopics`: true with the last message that brings one of these events. */
export function untilAllOf(events: readonly OutboxRow[]) {
  const missing = new Set(events.map(({ id }) => id));
  return ({ value }: Received) => {
    const id = eventId(value);
    return id !== null && missing.delete(id) && missing.size === 0;
  };
}

/** The id of an event of the portal; null for any other message. */
export function eventId(value: string): string | null {
  try {
    const { id, source } = JSON.parse(value) as { id?: unknown; source?: unknown };
    // The suite's own messages are no events of the portal.
    return typeof id === 'string' && source !== '/faults' ? id : null;
  } catch {
    return null;
  }
}

/** The events created since then, each once. */
export function eventsSince(messages: readonly Received[], since: Date): Received[] {
  const byId = new Map<string, Received>();
  for (const message of messages) {
    const id = eventId(message.value);
    if (id === null || byId.has(id)) continue;
    const { time } = JSON.parse(message.value) as { time: string };
    if (new Date(time) >= since) byId.set(id, message);
  }
  return [...byId.values()];
}

/** Removes the dead letters of all groups. @returns the reason of each */
export async function takeDeadLetters({ running }: Pick<FaultSystem, 'running'>): Promise<string[]> {
  const letters = await openDeadLetters({ brokers: running().brokers }, log);
  const reasons: string[] = [];
  try {
    for (const name of letterTopics.keys()) {
      const found = await letters.read(name);
      reasons.push(...found.map(({ headers }) => `${name}: ${headers?.reason}`));
      await letters.take(name, found, { send: false });
    }
  } finally {
    await letters.close();
  }
  return reasons;
}
