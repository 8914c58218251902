import pg from 'pg';
import type { Logger } from 'pino';
import type { Pool } from './db.ts';
import { failpoint } from './failpoints.ts';
import type { Kafka } from './kafka/index.ts';
import { createNotices, type Notices } from './notices.ts';
import * as store from './outbox.store.ts';
import { pause } from './pause.ts';
import { boundedConnection } from './pool.ts';
import { inSpans, traceparentIn } from './tracing/index.ts';

export interface Relay {
  /** How many events wait to be sent, and for how many seconds the oldest has waited. */
  backlog(): Promise<{ backlog: number; oldestSeconds: number }>;
  stop(): Promise<void>;
}

const batchSize = 500;
/**
 * How many bytes a batch has at most, unless its first event alone has more. All events of a subject are in one partition, for which a
 * broker refuses more than 1 MiB at once; one that is refused would hold up all others for ever.
 */
const batchBytes = 900_000;
/** How often the leader's session shows that it is alive, however long Kafka takes: without a query it ends. */
const beatMs = 1000;
/** How often another relay tries to lead. */
const tryMs = 1000;
/** The least time between two notifications to a leader in another process, however much is committed here meanwhile. */
const restMs = 10;
/** How long an answer of Postgres is awaited: without one the lead is lost anyway. */
const answerMs = 5000;

/** The relays of this process: one, because a process has one outbox; tests have more. */
const relays = new Set<Notices>();

/** Notifies this process's relay that an event was committed. A relay that is not the leader notifies the leader. */
export function wakeRelay(): void {
  for (const { note } of relays) note();
}

interface Work {
  url: string;
  kafka: Pick<Kafka, 'produce'>;
  log: Logger;
  notices: Notices;
  pollMs: number;
  signal: AbortSignal;
}

/**
 * Sends the outbox's events to Kafka, oldest first, and marks each as published once Kafka has it. One relay per outbox
 * leads, by an advisory lock that ends with its connection, or when it is frozen; another takes over within 5 s. While Kafka
 * is down it retries. @param url of Postgres itself: a lock of the session does not work through a pooler
 * @param options.pollMs how often to look for events without a notice, in milliseconds; for tests
 */
export function startRelay(
  url: string,
  pool: Pool,
  kafka: Pick<Kafka, 'produce'>,
  log: Logger,
  { pollMs = 1000 }: { pollMs?: number } = {},
): Relay {
  const stopping = new AbortController();
  const notices = createNotices();
  relays.add(notices);
  const running = run({ url, kafka, log, notices, pollMs, signal: stopping.signal });
  return {
    backlog: () => store.backlog(pool),
    async stop() {
      relays.delete(notices);
      stopping.abort();
      await running;
    },
  };
}

async function run(work: Work) {
  const { url, log, signal } = work;
  let failures = 0;
  while (!signal.aborted) {
    const client = new pg.Client({
      ...boundedConnection(url, answerMs),
      application_name: `tma-relay-${process.pid}`,
    });
    client.on('error', (error) => log.warn({ err: error }, 'the relay lost its connection'));
    try {
      await client.connect();
      await store.endWhenFrozen(client);
      await standBy(client, work);
      failures = 0;
      await lead(client, work);
    } catch (error) {
      failures += 1;
      log.warn({ err: error, failures }, 'the relay could not send; it tries again');
      await pause(Math.min(200 * 2 ** failures, 5000), signal);
    } finally {
      await client.end().catch((error: Error) => log.debug({ err: error }, 'the relay connection did not end well'));
    }
  }
}

/** Waits until this relay leads. Meanwhile it notifies the leader of events that are committed in this process. */
async function standBy(client: pg.Client, { notices, signal }: Work) {
  let seen = 0;
  while (!signal.aborted && !(await store.tryToLead(client))) {
    await notices.waitBeyond(seen, tryMs, signal);
    if (notices.count() === seen) continue;
    seen = notices.count();
    await store.notifyLeader(client);
    await pause(restMs, signal);
  }
}

/** Sends the events that wait, then new ones: on each notice, and every second in case one was missed. */
async function lead(client: pg.Client, { kafka, notices, pollMs, signal }: Work) {
  client.on('notification', notices.note);
  await store.listen(client);
  let sent: store.Stored[] = [];
  let batch: store.Stored[] = [];
  /** How many notices had come before the last reading, and whether it left any event behind. */
  let [seen, isMore] = [notices.count(), false];
  while (!signal.aborted) {
    // While all that there was is sent, nothing is read without a new notice: a single event takes two statements.
    const isAllRead = batch.length > 0 && sent.length === 0 && !isMore && notices.count() === seen;
    seen = notices.count();
    // While Kafka stores one batch, the previous one is marked as published and the next is read.
    const publishing = publish(kafka, batch);
    const markAndRead = async () => {
      const next = isAllRead ? [] : await store.markAndRead(client, { sent, sending: batch }, batchSize);
      await keepLead(client, publishing);
      return next;
    };
    // Awaited also when reading fails: otherwise the batch could be sent again while it is still under way.
    const [next] = await Promise.all([markAndRead(), publishing]).finally(() => Promise.allSettled([publishing]));
    [sent, batch] = [batch, firstOf(next)];
    isMore = next.length > batch.length || next.length === batchSize;
    if (sent.length > 0 || batch.length > 0) continue;
    await keepLead(client, notices.waitBeyond(seen, pollMs, signal));
  }
  await store.markPublished(client, sent);
}

/** The first of these events, as many as a batch may have. The others are read again. */
function firstOf(events: readonly store.Stored[]): store.Stored[] {
  let bytes = 0;
  const end = events.findIndex(({ payload }, index) => {
    bytes += Buffer.byteLength(payload);
    return index > 0 && bytes > batchBytes;
  });
  return events.slice(0, end < 0 ? events.length : end);
}

/** Keeps the leader's session alive until something is done. */
async function keepLead(client: pg.Client, work: Promise<unknown>) {
  const done = new AbortController();
  const end = () => done.abort();
  work.then(end, end);
  for (;;) {
    await pause(beatMs, done.signal);
    if (done.signal.aborted) return;
    await store.beat(client);
  }
}

async function publish(kafka: Work['kafka'], batch: readonly store.Stored[]) {
  if (batch.length === 0) return;
  const messages = batch.map(({ topic, key, payload }) => ({ topic, key, value: payload }));
  await inSpans(batch.map(sendSpan), () => kafka.produce(messages));
  failpoint('events-produced');
}

/** The span of sending an event, in the trace in which it was made. */
const sendSpan = ({ id, topic, payload }: store.Entry) => ({
  of: traceparentIn(payload),
  name: `produce ${topic}`,
  kind: 'producer' as const,
  attributes: attributesOf('send', topic, id),
});

/** The attributes of a message's span. */
export const attributesOf = (operation: 'create' | 'send' | 'process', topic: string, id: string) => ({
  'messaging.system': 'kafka',
  'messaging.operation.type': operation,
  'messaging.destination.name': topic,
  'messaging.message.id': id,
});
