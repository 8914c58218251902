/** Everything about Kafka. */
import { setTimeout as wait } from 'node:timers/promises';
import kafkajs from 'kafkajs';
import type { Logger } from 'pino';
import { createClient, type Dial, type Message } from './client.ts';
import { type Consumer, type Handle, startConsumer } from './consumer.ts';
import { lagOf } from './topics.ts';

export type { Dial, Message, Received } from './client.ts';
export type { Handle } from './consumer.ts';
export { type DeadLetter, type DeadLetters, openDeadLetters } from './dead-letters.ts';
export { skipToEnd } from './skip.ts';
export { tailTopics } from './tail.ts';
export { ensureTopics, pingKafka, type TopicPlan } from './topics.ts';

export interface Kafka {
  /** Sends messages in order, acknowledged by every in-sync replica; throws when that cannot be had. */
  produce(messages: readonly Message[]): Promise<void>;
  /** Hands each message of the topics to `handle`, in order per partition, and commits once it returned. */
  consume(group: string, topics: readonly string[], handle: Handle): Promise<void>;
  /** How many messages each group of this process has not handled yet. */
  lag(): Promise<{ group: string; topic: string; lag: number }[]>;
  close(): Promise<void>;
}

/**
 * Connects to Kafka. `fatal` is called when a consumer stopped for good or stands still though there is work: the process
 * is then to end itself, so that whoever watches over it starts it anew (kafkajs restarts by itself only after what it
 * takes for a passing trouble). @param options.stallMs how long standing still is borne
 */
export function connectKafka(
  brokers: readonly string[],
  clientId: string,
  log: Logger,
  fatal: (error: Error) => void,
  options: { dial?: Dial; stallMs?: number } = {},
): Kafka {
  const client = createClient(brokers, clientId, log, options.dial);
  const admin = client.admin();
  const running: Consumer[] = [];
  const asking = connectOnce(admin);
  let producing: Promise<kafkajs.Producer> | undefined;

  async function startProducer() {
    const producer = client.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      createPartitioner: kafkajs.Partitioners.DefaultPartitioner,
    });
    await producer.connect();
    return producer;
  }

  return {
    async produce(messages) {
      producing ??= startProducer();
      const current = producing;
      const byTopic = Map.groupBy(messages, (message) => message.topic);
      try {
        const producer = await current;
        await producer.sendBatch({
          acks: -1,
          compression: kafkajs.CompressionTypes.GZIP,
          topicMessages: [...byTopic].map(([topic, list]) => ({ topic, messages: list })),
        });
      } catch (error) {
        // What the broker took though it could not say so has numbers by which it knows this producer's messages: others
        // sent under the same numbers it would refuse for ever, or take for those it has. Another producer starts afresh.
        if (producing === current) producing = undefined;
        end(current);
        throw error;
      }
    },

    async consume(group, topics, handle) {
      const ownLag = async (partitions: Record<string, number[]>) => {
        await asking();
        const lags = await Promise.all(topics.map((topic) => lagOf(admin, group, topic, partitions[topic] ?? [])));
        return lags.reduce((sum, lag) => sum + lag, 0);
      };
      const { stallMs = 60_000 } = options;
      await startConsumer(client, { group, topics, handle, ownLag, fatal, stallMs }, (it) => running.push(it));
    },

    async lag() {
      if (running.length === 0) return [];
      await asking();
      return Promise.all(
        running.flatMap(({ group, topics }) =>
          topics.map(async (topic) => ({ group, topic, lag: await lagOf(admin, group, topic) })),
        ),
      );
    },

    async close() {
      // kafkajs may hang in disconnect: what has not closed by then is left to the process's end.
      const closing = [...running.map(({ stop }) => stop()), end(producing), admin.disconnect()];
      await Promise.race([Promise.allSettled(closing), wait(3000, undefined, { ref: false })]);
    },
  };
}

/** Ends a producer, which may never have been connected. */
const end = async (producing?: Promise<kafkajs.Producer>) =>
  producing?.then((producer) => producer.disconnect()).catch(() => {});

/** Connects with the first call, and again with the next when that failed. */
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
