import { type CloudEvent, type EventData, type EventType, events } from '@tma/contracts';
import pg from 'pg';
import type { Logger } from 'pino';
import { v7 as uuid } from 'uuid';
import type { Pool, Tx } from './db.ts';
import { failpoint } from './failpoints.ts';
import type { Kafka } from './kafka/index.ts';
import * as store from './outbox.store.ts';
import { pause } from './pause.ts';
import { inSpan, inSpans, traceparent, traceparentIn } from './tracing/index.ts';

/**
 * Adds an event to the outbox in the caller's transaction: it is sent if, and only if, that transaction commits.
 * Call it after the row it speaks of is locked, so that events of one subject keep their order.
 * @param subject the id the event is about; also the Kafka key
 */
export async function appendEvent<T extends EventType>(
  tx: Tx,
  type: T,
  subject: string,
  data: EventData<T>,
): Promise<void> {
  const { topic, source, data: schema } = events[type];
  const id = uuid();
  await inSpan({ name: `append ${type}`, kind: 'producer', attributes: ofEvent('create', topic, id) }, async () => {
    const event: CloudEvent = {
      specversion: '1.0',
      id,
      source,
      type,
      subject,
      time: new Date().toISOString(),
      datacontenttype: 'application/json',
      // CloudEvents' extension for distributed tracing: whoever handles the event goes on with this trace.
      traceparent: traceparent(),
      data: schema.parse(data),
    } as CloudEvent;
    await store.insert(tx, { id, topic, key: subject, payload: JSON.stringify(event) });
  });
}

const ofEvent = (operation: 'create' | 'send', topic: string, id: string) => ({
  'messaging.system': 'kafka',
  'messaging.operation.type': operation,
  'messaging.destination.name': topic,
  'messaging.message.id': id,
});

/** An event's way to Kafka, as a part of the trace in which it was made. */
const sending = ({ id, topic, payload }: store.Entry) => ({
  of: traceparentIn(payload),
  name: `produce ${topic}`,
  kind: 'producer' as const,
  attributes: ofEvent('send', topic, id),
});

export interface Relay {
  /** What waits to be sent: how many events, and for how long the oldest has waited. */
  backlog(): Promise<{ backlog: number; oldestSeconds: number }>;
  stop(): Promise<void>;
}

const batchSize = 500;
const pollMs = 1000;
const beatMs = 1000;

/**
 * Sends what the outbox holds to Kafka, oldest first, and marks it as published once Kafka has it. One relay leads per
 * outbox, by an advisory lock that ends with its connection, or when it is frozen; another takes over within 5 s. Kafka
 * down: it tries again.
 */
export function startRelay(url: string, pool: Pool, kafka: Kafka, log: Logger): Relay {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function lead(client: pg.Client) {
    let wake = () => {};
    client.on('notification', () => wake());
    await store.listen(client);
    while (!signal.aborted) {
      const rows = await store.unpublished(client, batchSize);
      if (rows.length > 0) {
        await send(client, rows);
        failpoint('events-produced');
        await store.markPublished(
          client,
          rows.map(({ position }) => position),
        );
      }
      if (rows.length === batchSize) continue;
      await pause(pollMs, signal, (resume) => {
        wake = resume;
      });
    }
  }

  /** However long Kafka takes, the leader's session says meanwhile that it lives. */
  async function send(client: pg.Client, rows: readonly store.Entry[]) {
    const beat = setInterval(() => {
      store.beat(client).catch((error: Error) => log.debug({ err: error }, 'the relay lost its lead'));
    }, beatMs);
    try {
      await inSpans(rows.map(sending), () =>
        kafka.produce(rows.map(({ topic, key, payload }) => ({ topic, key, value: payload }))),
      );
    } finally {
      clearInterval(beat);
    }
  }

  async function run() {
    for (let failures = 0; !signal.aborted; ) {
      const client = new pg.Client({
        connectionString: url,
        application_name: `tma-relay-${process.pid}`,
        keepAlive: true,
      });
      client.on('error', (error) => log.warn({ err: error }, 'the relay lost its connection'));
      try {
        await client.connect();
        while (!signal.aborted && !(await store.tryToLead(client))) await pause(pollMs, signal);
        failures = 0;
        await lead(client);
      } catch (error) {
        failures += 1;
        log.warn({ err: error, failures }, 'the relay could not send; it tries again');
        await pause(Math.min(200 * 2 ** failures, 5000), signal);
      } finally {
        await client.end().catch((error: Error) => log.debug({ err: error }, 'the relay connection did not end well'));
      }
    }
  }

  const running = run();
  return {
    backlog: () => store.backlog(pool),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
