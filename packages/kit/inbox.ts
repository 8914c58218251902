import { deadLetterTopic, Envelope, type EventData, type EventType, events } from '@tma/contracts';
import type { Logger } from 'pino';
import { isUnavailable, type Pool, type Tx, transaction } from './db.ts';
import type { Handle, Kafka, Received } from './kafka/index.ts';
import { noteDeadLetter, receive } from './outbox.store.ts';
import { pause } from './pause.ts';
import { inSpan, traceparentIn, withTraceparent } from './tracing/index.ts';

/** What an event does here. It runs in the transaction that notes the event as handled: all of it counts once or not at all. */
export type EventHandlers = { [T in EventType]?: (data: EventData<T>, tx: Tx, event: EventInfo) => Promise<void> };

export interface EventInfo {
  id: string;
  type: string;
  /** When it was made, RFC 3339. */
  time: string;
}

const attempts = 5;
const backoffMs = (failures: number) => Math.min(100 * 2 ** failures, 5000) * (0.75 + Math.random() / 2);

class Poison extends Error {}

/**
 * Handles the events of the topics as one of a group. An event that fails is tried again a few times, then put among the
 * dead letters with the reason; while a dependency is away it is tried for as long as that lasts.
 */
export async function consumeEvents(
  kafka: Kafka,
  group: string,
  topics: readonly string[],
  handlers: EventHandlers,
  pool: Pool,
  log: Logger,
): Promise<void> {
  const handleUntilDone: Handle = async (message, alive) => {
    const firstTried = new Date().toISOString();
    for (let failures = 0; ; ) {
      try {
        return await handle(message, group, handlers, pool);
      } catch (error) {
        const away = isUnavailable(error);
        failures += 1;
        log.warn(
          { err: error, topic: message.topic, offset: message.offset, failures },
          'an event could not be handled',
        );
        const hopeless = error instanceof Poison || (!away && failures >= attempts);
        if (hopeless && (await bury({ kafka, pool, log }, group, message, error, { failures, firstTried }))) return;
        await pause(backoffMs(failures));
        if (!(await alive())) return;
      }
    }
  };
  await kafka.consume(group, topics, (message, alive) =>
    withTraceparent(traceparentIn(message.value), () => handleUntilDone(message, alive)),
  );
}

async function handle(message: Received, group: string, handlers: EventHandlers, pool: Pool): Promise<void> {
  const event = readEvent(message.value);
  if (!(event.type in events)) return;
  const type = event.type as EventType;
  const handler = handlers[type] as ((data: unknown, tx: Tx, event: EventInfo) => Promise<void>) | undefined;
  if (!handler) return;
  const data = events[type].data.safeParse(event.data);
  if (!data.success) {
    const faults = data.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
    throw new Poison(`The data of ${type} does not fit its schema: ${faults.join(', ')}`);
  }
  const attributes = {
    'messaging.system': 'kafka',
    'messaging.operation.type': 'process',
    'messaging.destination.name': message.topic,
    'messaging.consumer.group.name': group,
    'messaging.message.id': event.id,
  };
  await inSpan({ name: `process ${type}`, kind: 'consumer', attributes }, () =>
    transaction(pool, async (tx) => {
      if (await receive(tx, event.id)) await handler(data.data, tx, event);
    }),
  );
}

function readEvent(value: string) {
  try {
    return Envelope.parse(JSON.parse(value));
  } catch (error) {
    throw new Poison(`Not a CloudEvent: ${(error as Error).message}`);
  }
}

/** Puts a message among the dead letters; false when even that could not be done, so that it is not lost. */
async function bury(
  { kafka, pool, log }: { kafka: Kafka; pool: Pool; log: Logger },
  group: string,
  message: Received,
  error: unknown,
  { failures, firstTried }: { failures: number; firstTried: string },
): Promise<boolean> {
  const reason = (error as Error).message.slice(0, 2000);
  const headers = {
    reason,
    // A letter that was sent back and failed again keeps its history.
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
