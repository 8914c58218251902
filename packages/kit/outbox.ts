import { type CloudEvent, type EventData, type EventType, events } from '@tma/contracts';
import pg from 'pg';
import type { Logger } from 'pino';
import { v7 as uuid } from 'uuid';
import { boundedConnection, type Pool, type Tx } from './db.ts';
import { failpoint } from './failpoints.ts';
import type { Kafka } from './kafka/index.ts';
import * as store from './outbox.store.ts';
import { pause } from './pause.ts';
import { inSpan, inSpans, traceparent, traceparentIn } from './tracing/index.ts';

/**
 * Adds an event to the outbox in the caller's transaction: it is sent if, and only if, that transaction commits.
 * Call it after the row that the event is about is locked, so that events of one subject keep their order.
 * Throws `ZodError` when the data do not fit the event's schema.
 * @param subject the id of what the event is about; also the Kafka key
 */
export async function appendEvent<T extends EventType>(
  tx: Tx,
  type: T,
  subject: string,
  data: EventData<T>,
): Promise<void> {
  const { topic, source, data: schema } = events[type];
  const id = uuid();
  await inSpan(
    { name: `append ${type}`, kind: 'producer', attributes: attributesOf('create', topic, id) },
    async () => {
      const event: CloudEvent = {
        specversion: '1.0',
        id,
        source,
        type,
        subject,
        time: new Date().toISOString(),
        datacontenttype: 'application/json',
        // CloudEvents' extension for distributed tracing: handling the event continues this trace.
        traceparent: traceparent(),
        data: schema.parse(data),
      } as CloudEvent;
      await store.insert(tx, { id, topic, key: subject, payload: JSON.stringify(event) });
    },
  );
}

const attributesOf = (operation: 'create' | 'send', topic: string, id: string) => ({
  'messaging.system': 'kafka',
  'messaging.operation.type': operation,
  'messaging.destination.name': topic,
  'messaging.message.id': id,
});

/** The span of sending an event, in the trace in which it was made. */
const sendSpan = ({ id, topic, payload }: store.Entry) => ({
  of: traceparentIn(payload),
  name: `produce ${topic}`,
  kind: 'producer' as const,
  attributes: attributesOf('send', topic, id),
});

export interface Relay {
  /** How many events wait to be sent, and for how many seconds the oldest has waited. */
  backlog(): Promise<{ backlog: number; oldestSeconds: number }>;
  stop(): Promise<void>;
}

const batchSize = 500;
const pollMs = 1000;
const beatMs = 1000;
/** How long an answer of Postgres is awaited: without one the lead is lost anyway. */
const answerMs = 5000;

/**
 * Sends the outbox's events to Kafka, oldest first, and marks each as published once Kafka has it. One relay per outbox
 * leads, by an advisory lock that ends with its connection, or when it is frozen; another takes over within 5 s. While Kafka
 * is down it retries. @param url of Postgres itself: the lock is the session's, and does not pass a pooler
 */
export function startRelay(url: string, pool: Pool, kafka: Kafka, log: Logger): Relay {
  const stopping = new AbortController();
  const running = run(url, kafka, log, stopping.signal);
  return {
    backlog: () => store.backlog(pool),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function run(url: string, kafka: Kafka, log: Logger, signal: AbortSignal) {
  for (let failures = 0; !signal.aborted; ) {
    const client = new pg.Client({
      ...boundedConnection(url, answerMs),
      application_name: `tma-relay-${process.pid}`,
    });
    client.on('error', (error) => log.warn({ err: error }, 'the relay lost its connection'));
    try {
      await client.connect();
      while (!signal.aborted && !(await store.tryToLead(client))) await pause(pollMs, signal);
      failures = 0;
      await lead(client, kafka, log, signal);
    } catch (error) {
      failures += 1;
      log.warn({ err: error, failures }, 'the relay could not send; it tries again');
      await pause(Math.min(200 * 2 ** failures, 5000), signal);
    } finally {
      await client.end().catch((error: Error) => log.debug({ err: error }, 'the relay connection did not end well'));
    }
  }
}

/** Sends what is there, then what comes: on each notification, and every second in case one was missed. */
async function lead(client: pg.Client, kafka: Kafka, log: Logger, signal: AbortSignal) {
  let wake = () => {};
  client.on('notification', () => wake());
  await store.listen(client);
  while (!signal.aborted) {
    const batch = await store.unpublished(client, batchSize);
    if (batch.length > 0) await publish(client, kafka, log, batch);
    if (batch.length === batchSize) continue;
    await pause(pollMs, signal, (resume) => {
      wake = resume;
    });
  }
}

async function publish(
  client: pg.Client,
  kafka: Kafka,
  log: Logger,
  batch: Awaited<ReturnType<typeof store.unpublished>>,
) {
  // However long Kafka takes, the leader's session shows that it is alive.
  const beat = setInterval(() => {
    store.beat(client).catch((error: Error) => log.debug({ err: error }, 'the relay lost its lead'));
  }, beatMs);
  try {
    const messages = batch.map(({ topic, key, payload }) => ({ topic, key, value: payload }));
    await inSpans(batch.map(sendSpan), () => kafka.produce(messages));
  } finally {
    clearInterval(beat);
  }
  failpoint('events-produced');
  await store.markPublished(
    client,
    batch.map(({ position }) => position),
  );
}
