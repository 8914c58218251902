import { deadLetterTopic } from '@tma/contracts';
import type { Logger } from 'pino';
import { readEvent } from './cloud-event.ts';
import type { Pool } from './db.ts';
import type { Kafka, Received } from './kafka/index.ts';
import { noteDeadLetter } from './outbox.store.ts';

interface Tries {
  failures: number;
  /** RFC 3339. */
  firstTried: string;
}

/**
 * Sends a message to the dead letters of a group, with the reason and its history in the headers.
 * @returns false when that failed too: the message must not be committed
 */
export async function sendToDeadLetters(
  { kafka, group, pool, log }: { kafka: Kafka; group: string; pool: Pool; log: Logger },
  message: Received,
  error: unknown,
  { failures, firstTried }: Tries,
): Promise<boolean> {
  const reason = (error as Error).message.slice(0, 2000);
  const headers = {
    reason,
    // A letter that was replayed and failed again keeps its history.
    count: String(failures + Number(message.headers?.count ?? 0)),
    'first-time': message.headers?.['first-time'] ?? firstTried,
    'last-time': new Date().toISOString(),
    origin: `${message.topic}/${message.partition}/${message.offset}`,
  };
  try {
    await noteDeadLetter(pool, { id: idOf(message) ?? headers.origin, topic: message.topic, reason });
    await kafka.produce([
      { topic: deadLetterTopic(message.topic, group), key: message.key, value: message.value, headers },
    ]);
    log.error({ err: error, ...headers }, 'an event was put among the dead letters');
    return true;
  } catch (failure) {
    log.error({ err: failure }, 'a dead letter could not be put away; it is tried again');
    return false;
  }
}

function idOf({ value }: Received): string | null {
  try {
    return readEvent(value).id;
  } catch {
    return null;
  }
}
