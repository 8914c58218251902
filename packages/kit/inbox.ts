import { deadLetterTopic, type EventData, type EventType, events } from '@tma/contracts';
import type { Logger } from 'pino';
import { isKnown, MalformedEvent, RefusedEvent, readData, readEvent } from './cloud-event.ts';
import { type Pool, type Tx, transaction } from './db.ts';
import type { Kafka, Received } from './kafka/index.ts';
import type { Counter } from './metrics.ts';
import { noteDeadLetter, receive } from './outbox.store.ts';
import { pause } from './pause.ts';
import { attributesOf } from './relay.ts';
import { inSpan, traceparentIn, withTraceparent } from './tracing/index.ts';
import { isEnded, isUnavailable } from './unavailable.ts';
import { keepUnknownEvent } from './unknown-events.store.ts';

/**
 * What each event does in this service; a type without a handler does nothing. A handler runs in the transaction that notes
 * the event as handled: all of it takes effect once, or nothing.
 */
export type EventHandlers = { [T in EventType]?: (data: EventData<T>, tx: Tx, event: EventInfo) => Promise<void> };

/**
 * Checks that an event was written by its owner; one throws `RefusedEvent` for a forged event. It runs before the inbox
 * is asked, so that a forged event is refused even if an event with the same id was handled.
 */
export type EventChecks = { [T in EventType]?: (data: EventData<T>) => void };

export interface EventInfo {
  id: string;
  type: string;
  /** When it was made, RFC 3339. */
  time: string;
}

/** A service as a consumer of events. */
export interface Consumer {
  kafka: Kafka;
  /** The consumer group: the service's name. */
  group: string;
  handlers: EventHandlers;
  checks?: EventChecks | undefined;
  /** Counts events that were refused. */
  refused?: Counter<'reason'> | undefined;
  pool: Pool;
  log: Logger;
}

/** Notes in the handler's transaction that an event takes effect; false when it must not. */
type Receive = (tx: Tx, eventId: string) => Promise<boolean>;

const attempts = 5;
/** How long an event is tried whose statements Postgres ends (a lock, a slow disk), in ms. Others wait behind it. */
const slowMs = 600_000;
const backoffMs = (failures: number) => Math.min(100 * 2 ** failures, 5000) * (0.75 + Math.random() / 2);

/** Handles the events of the topics as a member of the consumer group, in order per partition. */
export const consumeEvents = (consumer: Consumer, topics: readonly string[]): Promise<void> =>
  consumer.kafka.consume(consumer.group, topics, async (message, alive) => {
    await handleUntilDone(consumer, message, alive);
  });

/**
 * Handles an event. One that fails is tried again a few times, then sent to the dead letters with the reason; while a
 * dependency is away it is tried for as long as that lasts.
 * @param alive whether to try once more
 * @returns whether the event needs nothing more: it was handled, kept or sent to the dead letters
 */
export const handleUntilDone = (
  consumer: Consumer,
  message: Received,
  alive: () => Promise<boolean>,
  receiving: Receive = receive,
): Promise<boolean> =>
  withTraceparent(traceparentIn(message.value), async () => {
    const firstTried = new Date().toISOString();
    let [since, failed] = [performance.now(), 0];
    for (let failures = 1; ; failures += 1) {
      try {
        await handle(consumer, message, receiving);
        return true;
      } catch (error) {
        const { topic, offset } = message;
        consumer.log.warn({ err: error, topic, offset, failures }, 'an event could not be handled');
        // The tries and the time while a dependency is away do not count.
        if (isUnavailable(error)) [since, failed] = [performance.now(), 0];
        else failed += 1;
        const isDone = isFinal(error, failed, performance.now() - since);
        if (isDone && (await sendToDeadLetters(consumer, message, error, { failures, firstTried }))) {
          if (error instanceof RefusedEvent) consumer.refused?.inc({ reason: error.reason });
          return true;
        }
        await pause(backoffMs(failures));
        if (!(await alive())) return false;
      }
    }
  });

/** @param triedMs for how long the event has been tried */
function isFinal(error: unknown, failed: number, triedMs: number): boolean {
  if (error instanceof MalformedEvent || error instanceof RefusedEvent) return true;
  return failed >= attempts && (!isEnded(error) || triedMs >= slowMs);
}

async function handle(
  { group, handlers, checks, pool, log }: Consumer,
  message: Received,
  receiving: Receive,
): Promise<void> {
  const event = readEvent(message.value);
  const { id, type } = event;
  if (!isKnown(type)) {
    await keepUnknownEvent(pool, { ...message, id, type });
    log.info({ topic: message.topic, id, type }, 'an event of an unknown type waits for a version that knows it');
    return;
  }
  const { topic } = events[type];
  if (message.topic !== topic)
    throw new RefusedEvent('topic', `${type} comes over ${message.topic}, which is not its owner's: ${topic} is.`);
  const handler = handlers[type] as ((data: unknown, tx: Tx, event: EventInfo) => Promise<void>) | undefined;
  if (!handler) return;
  const data = readData(type, event.data);
  (checks?.[type] as ((data: unknown) => void) | undefined)?.(data);
  const attributes = { ...attributesOf('process', message.topic, id), 'messaging.consumer.group.name': group };
  await inSpan({ name: `process ${type}`, kind: 'consumer', attributes }, () =>
    transaction(pool, async (tx) => {
      if (await receiving(tx, id)) await handler(data, tx, event);
    }),
  );
}

/** Sends a message to a group's dead letters. @returns false when that failed too: the offset must not be committed */
async function sendToDeadLetters(
  { kafka, group, pool, log }: Consumer,
  message: Received,
  error: unknown,
  { failures, firstTried }: { failures: number; firstTried: string },
): Promise<boolean> {
  // The message of an error in JSON repeats the text, whose null characters Postgres cannot hold.
  const reason = (error as Error).message.replaceAll('\0', '').slice(0, 2000);
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

/** The id of an event; null of a message that is none. */
function idOf({ value }: Received): string | null {
  try {
    return readEvent(value).id;
  } catch {
    return null;
  }
}
