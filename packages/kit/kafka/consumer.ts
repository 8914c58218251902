import type kafkajs from 'kafkajs';
import { pause } from '../pause.ts';
import { type Received, toReceived } from './client.ts';
import { createWatchdog } from './watchdog.ts';

/**
 * Handles one message. A handler that takes long calls `alive` now and then: it sends a heartbeat, so that the group does not
 * take this process for dead, and returns whether the partition is still assigned to this process.
 */
export type Handle = (message: Received, alive: () => Promise<boolean>) => Promise<void>;

export interface Consumer {
  group: string;
  topics: readonly string[];
  stop(): Promise<void>;
}

interface Plan {
  group: string;
  topics: readonly string[];
  handle: Handle;
  /** How many messages wait in these partitions, by topic. */
  ownLag(partitions: Record<string, number[]>): Promise<number>;
  fatal(error: Error): void;
  stallMs: number;
}

const retryMs = 1000;
/** How many partitions are handled at once, each in its order. A handler takes a connection of the service's pool (10). */
const partitionsAtOnce = 3;

/** Joins the group, however long Kafka is away. @param created gets the consumer before it has connected, to stop it */
export async function startConsumer(client: kafkajs.Kafka, plan: Plan, created: (consumer: Consumer) => void) {
  const { group, topics, handle, ownLag, fatal, stallMs } = plan;
  const consumer = client.consumer({
    groupId: group,
    sessionTimeout: 10_000,
    heartbeatInterval: 2000,
    // How long a fetch may wait for something to come, and so how long a disconnect may take.
    maxWaitTimeInMs: 1000,
  });
  let ownPartitions: Record<string, number[]> = {};
  const stopping = new AbortController();
  const watchdog = createWatchdog(() => ownLag(ownPartitions), fatal, stallMs);
  created({
    group,
    topics,
    async stop() {
      stopping.abort();
      watchdog.stop();
      await consumer.disconnect();
    },
  });
  consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
    ownPartitions = payload.memberAssignment;
  });
  consumer.on(consumer.events.CRASH, ({ payload }) => {
    if (!payload.restart) fatal(payload.error);
  });
  await subscribe(consumer, topics, stopping.signal);
  if (stopping.signal.aborted) return;
  await consumer.run({
    autoCommit: false,
    eachBatchAutoResolve: false,
    partitionsConsumedConcurrently: partitionsAtOnce,
    eachBatch: (batch) => handleBatch(batch, (message, alive) => watchdog.handling(() => handle(message, alive))),
  });
}

/** Connects, however long Kafka is away, or until it is to stop. kafkajs logs by itself what is wrong. */
async function subscribe(consumer: kafkajs.Consumer, topics: readonly string[], stopping: AbortSignal): Promise<void> {
  const connect = async () => {
    await consumer.connect();
    await consumer.subscribe({ topics: [...topics], fromBeginning: true });
    return true;
  };
  while (!stopping.aborted && !(await connect().catch(() => false))) await pause(retryMs, stopping);
}

/** Offsets are committed once per batch: what comes again after a crash is dropped by the inbox. */
async function handleBatch(payload: kafkajs.EachBatchPayload, handle: Handle) {
  const { batch, heartbeat, isRunning, isStale, resolveOffset, commitOffsetsIfNecessary } = payload;
  const isOurs = () => isRunning() && !isStale();
  const alive = async () => {
    await heartbeat();
    return isOurs();
  };
  let next: bigint | undefined;
  for (const message of batch.messages) {
    if (!(await alive())) break;
    await handle(toReceived(batch.topic, batch.partition, message), alive);
    if (!isOurs()) break;
    resolveOffset(message.offset);
    next = BigInt(message.offset) + 1n;
  }
  if (next === undefined) return;
  // When the group has forgotten this member, kafkajs joins again after this call, and stops after `commitOffsets`.
  const partitions = [{ partition: batch.partition, offset: next.toString() }];
  await commitOffsetsIfNecessary({ topics: [{ topic: batch.topic, partitions }] });
}
