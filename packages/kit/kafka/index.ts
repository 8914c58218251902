/** Everything about Kafka. */
import { setTimeout as wait } from 'node:timers/promises';
import { consumers as groupsOf, type Topic } from '@tma/contracts';
import type { Logger } from 'pino';
import { createClient, type Dial, type Message } from './client.ts';
import { type Consumer, type Handle, startConsumer } from './consumer.ts';
import { createProducer } from './producer.ts';
import { hasHandled, lagOf } from './topics.ts';

export type { Received } from './client.ts';
export { type DeadLetter, type DeadLetters, openDeadLetters } from './dead-letters.ts';
export { skipToEnd } from './skip.ts';
export { tailTopics } from './tail.ts';
export { ensureTopics, type TopicPlan } from './topics.ts';

export interface Kafka {
  /** Sends messages in order, acknowledged by every in-sync replica; throws when that fails. */
  produce(messages: readonly Message[]): Promise<void>;
  /** Calls `handle` with each message of the topics, in order per partition, and commits once it returned. */
  consume(group: string, topics: readonly string[], handle: Handle): Promise<void>;
  /** How many messages each group of this process has not handled yet. */
  lag(): Promise<{ group: string; topic: string; lag: number }[]>;
  /** Whether every group that reads a topic has handled all that is in it, with nothing among its dead letters. */
  isHandled(topic: Topic): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Connects to Kafka. `fatal` is called when a consumer stopped for good, or handles nothing though messages wait: the
 * process is then to exit, so that its supervisor restarts it (kafkajs restarts a consumer by itself only after errors that
 * it takes for temporary).
 * @param options.dial opens the connections to brokers; for tests
 * @param options.stallMs how long a consumer may handle nothing while messages wait
 */
export function connectKafka(
  brokers: readonly string[],
  clientId: string,
  log: Logger,
  fatal: (error: Error) => void,
  options: { dial?: Dial; stallMs?: number } = {},
): Kafka {
  const client = createClient(brokers, clientId, log, options.dial);
  const producer = createProducer(client);
  const admin = client.admin();
  const connectAdmin = connectOnce(admin);
  const consumers: Consumer[] = [];

  return {
    produce: producer.send,

    async consume(group, topics, handle) {
      const ownLag = async (partitions: Record<string, number[]>) => {
        await connectAdmin();
        const lags = await Promise.all(topics.map((topic) => lagOf(admin, group, topic, partitions[topic] ?? [])));
        return lags.reduce((sum, lag) => sum + lag, 0);
      };
      const { stallMs = 60_000 } = options;
      const plan = { group, topics, handle, ownLag, fatal, stallMs };
      await startConsumer(client, plan, (consumer) => consumers.push(consumer));
    },

    async lag() {
      if (consumers.length === 0) return [];
      await connectAdmin();
      return Promise.all(
        consumers.flatMap(({ group, topics }) =>
          topics.map(async (topic) => ({ group, topic, lag: await lagOf(admin, group, topic) })),
        ),
      );
    },

    async isHandled(topic) {
      await connectAdmin();
      const handled = await Promise.all(groupsOf[topic].map((group) => hasHandled(admin, group, topic)));
      return handled.every(Boolean);
    },

    async close() {
      // kafkajs may hang in disconnect: what has not closed by then is left to the end of the process.
      const closing = [...consumers.map(({ stop }) => stop()), producer.close(), admin.disconnect()];
      await Promise.race([Promise.allSettled(closing), wait(3000, undefined, { ref: false })]);
    },
  };
}

/** Connects with the first call, and with the next again when that failed. */
function connectOnce(part: { connect(): Promise<void> }): () => Promise<void> {
  let connecting: Promise<void> | undefined;
  return async () => {
    connecting ??= part.connect();
    await connecting.catch((error) => {
      connecting = undefined;
      throw error;
    });
  };
}
