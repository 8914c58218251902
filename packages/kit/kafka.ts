/** Everything about Kafka, and about kafkajs, which has no maintainer: nothing of it leaves this file. */
import { setTimeout as wait } from 'node:timers/promises';
import kafkajs from 'kafkajs';
import type { Logger } from 'pino';

const { CompressionTypes, Kafka: Client, logLevel, Partitioners } = kafkajs;

export interface Message {
  topic: string;
  key: string;
  value: string;
  headers?: Record<string, string>;
}
export interface Received extends Message {
  partition: number;
  offset: string;
}
export interface TopicPlan {
  name: string;
  partitions: number;
  config?: Record<string, string>;
}
export interface Kafka {
  /** Sends messages in order, acknowledged by every in-sync replica; throws when that cannot be had. */
  produce(messages: readonly Message[]): Promise<void>;
  /** Hands each message of the topics to `handle`, in order per partition, and commits once it returned. */
  consume(group: string, topics: readonly string[], handle: Handle): Promise<void>;
  /** How many messages each group of this process has not handled yet. */
  lag(): Promise<{ group: string; topic: string; lag: number }[]>;
  close(): Promise<void>;
}
/** `alive` says whether this process still holds the partition and keeps the group from thinking it dead. */
export type Handle = (message: Received, alive: () => Promise<boolean>) => Promise<void>;

silenceNegativeTimers();

/** kafkajs computes negative timer delays, which newer Node warns of; Node takes them as 1 ms, which is what is meant. */
function silenceNegativeTimers() {
  const emit = process.emitWarning.bind(process) as (...args: unknown[]) => void;
  process.emitWarning = ((...args: unknown[]) => {
    if (args[1] !== 'TimeoutNegativeWarning') emit(...args);
  }) as typeof process.emitWarning;
}

/** kafkajs reports these as errors, though it goes on by itself. */
const harmless =
  /coordinator is loading|not the leader|Connection timeout|Connection error|rebalance|Response Heartbeat|Limiting retries|GroupCoordinator|Restarting the consumer/i;

function createClient(brokers: readonly string[], clientId: string, log: Logger) {
  return new Client({
    brokers: [...brokers],
    clientId,
    connectionTimeout: 3000,
    requestTimeout: 15_000,
    retry: { initialRetryTime: 100, maxRetryTime: 3000, retries: 6 },
    logLevel: logLevel.WARN,
    logCreator: () => (entry) => {
      const { message, error } = entry.log;
      const known = harmless.test(`${message} ${error ?? ''}`);
      log[known ? 'debug' : 'warn']({ kafka: error ?? null }, message);
    },
  });
}

/**
 * Connects to Kafka. `fatal` is called when a consumer stopped for good: the process is then to end itself, so that
 * whoever watches over it starts it anew (kafkajs restarts by itself only after what it takes for a passing trouble).
 */
export function connectKafka(
  brokers: readonly string[],
  clientId: string,
  log: Logger,
  fatal: (error: Error) => void,
): Kafka {
  const client = createClient(brokers, clientId, log);
  const producer = client.producer({
    idempotent: true,
    maxInFlightRequests: 1,
    createPartitioner: Partitioners.DefaultPartitioner,
  });
  const admin = client.admin();
  const running: { group: string; topics: readonly string[]; consumer: kafkajs.Consumer }[] = [];
  let producing: Promise<void> | undefined;
  let asking: Promise<void> | undefined;

  return {
    async produce(messages) {
      producing ??= producer.connect();
      await producing.catch((error) => {
        producing = undefined;
        throw error;
      });
      const byTopic = Map.groupBy(messages, (message) => message.topic);
      await producer.sendBatch({
        acks: -1,
        compression: CompressionTypes.GZIP,
        topicMessages: [...byTopic].map(([topic, list]) => ({ topic, messages: list })),
      });
    },

    async consume(group, topics, handle) {
      const consumer = client.consumer({
        groupId: group,
        sessionTimeout: 10_000,
        heartbeatInterval: 2000,
        // How long a fetch may wait for something to come, and so how long a disconnect may take.
        maxWaitTimeInMs: 1000,
      });
      running.push({ group, topics, consumer });
      consumer.on(consumer.events.CRASH, ({ payload }) => {
        if (!payload.restart) fatal(payload.error);
      });
      await consumer.connect();
      await consumer.subscribe({ topics: [...topics], fromBeginning: true });
      await consumer.run({
        autoCommit: false,
        eachBatchAutoResolve: false,
        eachBatch: (batch) => handleBatch(batch, consumer, handle),
      });
    },

    async lag() {
      if (running.length === 0) return [];
      asking ??= admin.connect();
      await asking.catch((error) => {
        asking = undefined;
        throw error;
      });
      return Promise.all(
        running.flatMap(({ group, topics }) =>
          topics.map(async (topic) => ({ group, topic, lag: await lagOf(admin, group, topic) })),
        ),
      );
    },

    async close() {
      // kafkajs may hang in disconnect: what has not closed by then is left to the process's end.
      const closing = [...running.map(({ consumer }) => consumer), producer, admin].map((part) => part.disconnect());
      await Promise.race([Promise.allSettled(closing), wait(3000, undefined, { ref: false })]);
    },
  };
}

/** Offsets are committed once per batch: what is seen twice after a crash is dropped by the inbox. */
async function handleBatch(payload: kafkajs.EachBatchPayload, consumer: kafkajs.Consumer, handle: Handle) {
  const { batch, heartbeat, isRunning, isStale, resolveOffset } = payload;
  const mayGoOn = () => isRunning() && !isStale();
  const alive = async () => {
    await heartbeat();
    return mayGoOn();
  };
  let next: bigint | undefined;
  for (const message of batch.messages) {
    if (!(await alive())) break;
    await handle(toReceived(batch, message), alive);
    if (!mayGoOn()) break;
    resolveOffset(message.offset);
    next = BigInt(message.offset) + 1n;
  }
  if (next === undefined) return;
  await consumer.commitOffsets([{ topic: batch.topic, partition: batch.partition, offset: next.toString() }]);
}

const toReceived = (batch: kafkajs.Batch, message: kafkajs.KafkaMessage): Received => ({
  topic: batch.topic,
  partition: batch.partition,
  offset: message.offset,
  key: message.key?.toString() ?? '',
  value: message.value?.toString() ?? '',
  headers: Object.fromEntries(Object.entries(message.headers ?? {}).map(([name, value]) => [name, String(value)])),
});

async function lagOf(admin: kafkajs.Admin, group: string, topic: string): Promise<number> {
  const ends = await admin.fetchTopicOffsets(topic);
  const [committed] = await admin.fetchOffsets({ groupId: group, topics: [topic] });
  return ends.reduce((sum, { partition, high, low }) => {
    const at = Number(committed?.partitions.find((one) => one.partition === partition)?.offset ?? -1);
    return sum + Number(high) - (at < 0 ? Number(low) : at);
  }, 0);
}

/** Creates the topics that are missing. Existing ones are left as they are. */
export async function ensureTopics(brokers: readonly string[], topics: readonly TopicPlan[], log: Logger) {
  const admin = createClient(brokers, 'infra', log).admin();
  await admin.connect();
  try {
    const existing = new Set(await admin.listTopics());
    await admin.createTopics({
      waitForLeaders: true,
      topics: topics
        .filter(({ name }) => !existing.has(name))
        .map(({ name, partitions, config = {} }) => ({
          topic: name,
          numPartitions: partitions,
          configEntries: Object.entries(config).map(([key, value]) => ({ name: key, value })),
        })),
    });
  } finally {
    await admin.disconnect();
  }
}

/** Whether the brokers answer, Throws when they do not. */
export async function pingKafka(brokers: readonly string[], log: Logger): Promise<void> {
  const admin = createClient(brokers, 'infra', log).admin();
  await admin.connect();
  try {
    await admin.describeCluster();
  } finally {
    await admin.disconnect();
  }
}

/** Reads topics from their beginning or their end, outside any lasting group, until `signal` says stop. */
export async function tailTopics(
  brokers: readonly string[],
  topics: readonly string[],
  onMessage: (message: Received) => void,
  options: { fromBeginning: boolean; signal: AbortSignal; log: Logger },
) {
  const client = createClient(brokers, 'tail', options.log);
  const groupId = `tail-${process.pid}-${Date.now()}`;
  const consumer = client.consumer({ groupId });
  await consumer.connect();
  await consumer.subscribe({ topics: [...topics], fromBeginning: options.fromBeginning });
  await consumer.run({
    autoCommit: false,
    eachBatch: async ({ batch }) => {
      for (const message of batch.messages) onMessage(toReceived(batch, message));
    },
  });
  await new Promise<void>((resolve) => {
    if (options.signal.aborted) resolve();
    options.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await Promise.race([consumer.disconnect(), wait(3000, undefined, { ref: false })]);
}
