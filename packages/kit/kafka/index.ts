/** Everything about Kafka. */
import { setTimeout as wait } from 'node:timers/promises';
import { consumers as groupsOf, type Topic } from '@tma/contracts';
import type { Logger } from 'pino';
import { createClient, type Dial, type Message } from './client.ts';
import { type Consumer, type Handle, startConsumer } from './consumer.ts';
import { createProducer } from './producer.ts';
import { reconnecting } from './reconnecting.ts';
import type { KafkaServers } from './servers.ts';
import { hasHandled, lagOf } from './topics.ts';

export type { Received } from './client.ts';
export { type DeadLetter, type DeadLetters, openDeadLetters } from './dead-letters.ts';
export { type KafkaAccess, type KafkaServers, kafkaAccess, kafkaServers } from './servers.ts';
export { skipToEnd } from './skip.ts';
export { tailTopics } from './tail.ts';
export { ensureTopics, type TopicPlan } from './topics.ts';

/** How long a broker may take for an answer: so requests are repeated within ten seconds of a broker's return. */
const requestMs = 5000;

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
  servers: KafkaServers,
  clientId: string,
  log: Logger,
  fatal: (error: Error) => void,
  options: { dial?: Dial; stallMs?: number } = {},
): Kafka {
  // A client for each, with its own connections: those of a consumer do not end because the broker was slow to store a
  // message.
  const newClient = () => createClient(servers, clientId, log, { ...options, requestMs });
  const producer = createProducer(newClient());
  const admin = reconnecting(async () => {
    const fresh = newClient().admin();
    await fresh.connect();
    return fresh;
  });
  const consumers: Consumer[] = [];

  return {
    produce: producer.send,

    async consume(group, topics, handle) {
      const ownLag = (partitions: Record<string, number[]>) =>
        admin.use(async (connected) => {
          const lags = topics.map((topic) => lagOf(connected, group, topic, partitions[topic] ?? []));
          return (await Promise.all(lags)).reduce((sum, lag) => sum + lag, 0);
        });
      const { stallMs = 60_000 } = options;
      const plan = { group, topics, handle, ownLag, fatal, stallMs };
      await startConsumer(newClient(), plan, (consumer) => consumers.push(consumer));
    },

    async lag() {
      if (consumers.length === 0) return [];
      const read = consumers.flatMap(({ group, topics }) => topics.map((topic) => ({ group, topic })));
      return admin.use((connected) =>
        Promise.all(read.map(async (one) => ({ ...one, lag: await lagOf(connected, one.group, one.topic) }))),
      );
    },

    async isHandled(topic) {
      const handled = await admin.use((connected) =>
        Promise.all(groupsOf[topic].map((group) => hasHandled(connected, group, topic))),
      );
      return handled.every(Boolean);
    },

    async close() {
      // kafkajs may hang in disconnect: what has not closed by then is left to the end of the process.
      const closing = [...consumers.map(({ stop }) => stop()), producer.close(), admin.close()];
      await Promise.race([Promise.allSettled(closing), wait(3000, undefined, { ref: false })]);
    },
  };
}
