import type kafkajs from 'kafkajs';
import { pause } from '../pause.ts';
import { type Received, toReceived } from './client.ts';
import { createWatchdog } from './watchdog.ts';

/** `alive` says whether this process still holds the partition and keeps the group from thinking it dead. */
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
  /** What waits in partitions, by topic. */
  ownLag(partitions: Record<string, number[]>): Promise<number>;
  fatal(error: Error): void;
  stallMs: number;
}

const retryMs = 1000;

/** Joins the group, however long Kafka is away, and hands on what comes. @param begun told of the consumer before that */
export async function startConsumer(client: kafkajs.Kafka, plan: Plan, begun: (consumer: Consumer) => void) {
  const { group, topics, handle, ownLag, fatal, stallMs } = plan;
  const consumer = client.consumer({
    groupId: group,
    sessionTimeout: 10_000,
    heartbeatInterval: 2000,
    // How long a fetch may wait for something to come, and so how long a disconnect may take.
    maxWaitTimeInMs: 1000,
  });
  let own: Record<string, number[]> = {};
  const stopping = new AbortController();
  const watchdog = createWatchdog(() => ownLag(own), fatal, stallMs);
  begun({
    group,
    topics,
    async stop() {
      stopping.abort();
      watchdog.stop();
      await consumer.disconnect();
    },
  });
  consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
    own = payload.memberAssignment;
  });
  consumer.on(consumer.events.CRASH, ({ payload }) => {
    if (!payload.restart) fatal(payload.error);
  });
  const reach = async () => {
    await consumer.connect();
    await consumer.subscribe({ topics: [...topics], fromBeginning: true });
    return true;
  };
  // kafkajs says by itself what is wrong.
  while (!(await reach().catch(() => false))) {
    if (stopping.signal.aborted) return;
    await pause(retryMs, stopping.signal);
  }
  if (stopping.signal.aborted) return;
  await consumer.run({
    autoCommit: false,
    eachBatchAutoResolve: false,
    eachBatch: (batch) => handleBatch(batch, (message, alive) => watchdog.during(() => handle(message, alive))),
  });
}

/** Offsets are committed once per batch: what is seen twice after a crash is dropped by the inbox. */
async function handleBatch(payload: kafkajs.EachBatchPayload, handle: Handle) {
  const { batch, heartbeat, isRunning, isStale, resolveOffset, commitOffsetsIfNecessary } = payload;
  const mayGoOn = () => isRunning() && !isStale();
  const alive = async () => {
    await heartbeat();
    return mayGoOn();
  };
  let next: bigint | undefined;
  for (const message of batch.messages) {
    if (!(await alive())) break;
    await handle(toReceived(batch.topic, batch.partition, message), alive);
    if (!mayGoOn()) break;
    resolveOffset(message.offset);
    next = BigInt(message.offset) + 1n;
  }
  if (next === undefined) return;
  // Told so by this call, kafkajs joins again when the group has forgotten this member; told by its other one, it stops.
  const partitions = [{ partition: batch.partition, offset: next.toString() }];
  await commitOffsetsIfNecessary({ topics: [{ topic: batch.topic, partitions }] });
}
