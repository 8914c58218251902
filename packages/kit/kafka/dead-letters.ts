import { randomUUID } from 'node:crypto';
import type kafkajs from 'kafkajs';
import type { Logger } from 'pino';
import { createClient, disconnect, type Message, type Received, toReceived, whileConnected } from './client.ts';
import { contentType, orderedProducer } from './producer.ts';
import type { KafkaServers } from './servers.ts';

/** As Kafka has it. */
interface Kept extends Received {
  /** When it was put there, in milliseconds since 1970: Kafka deletes it by that. */
  timestamp: string;
}

/** A message that could not be handled; its headers say why, how often it was tried and since when. */
export interface DeadLetter extends Kept {
  /** `topic/partition/offset` of the message that could not be handled. */
  origin: string;
}

export interface DeadLetters {
  /** The dead letters in a topic, oldest first. */
  read(topic: string): Promise<DeadLetter[]>;
  /**
   * Takes letters out of a topic; the others stay. With `send` they are first sent back to the topic they came from, where
   * consumers that handled them already drop them. A crash half way leaves a letter twice rather than never.
   */
  take(topic: string, chosen: readonly DeadLetter[], how: { send: boolean }): Promise<void>;
  close(): Promise<void>;
}

/** Dead letter topics have one partition, and so one order. */
const partition = 0;

/** Opens the dead letter topics for an operator. Not for two at once: `take` rewrites a topic. */
export async function openDeadLetters(servers: KafkaServers, log: Logger): Promise<DeadLetters> {
  const client = createClient(servers, 'dead-letters', log);
  const admin = client.admin();
  const producer = orderedProducer(client);
  await Promise.all([admin.connect(), producer.connect()]);

  async function offsetsOf(topic: string) {
    const [ends] = await admin.fetchTopicOffsets(topic);
    return { from: Number(ends?.low ?? 0), to: Number(ends?.high ?? 0) };
  }

  async function read(topic: string): Promise<DeadLetter[]> {
    const { from, to } = await offsetsOf(topic);
    const messages = from < to ? await readBetween(client, topic, from, to) : [];
    return messages.map((message) => ({ ...message, origin: message.headers?.origin ?? `${topic}/${message.offset}` }));
  }

  return {
    read,
    async take(topic, chosen, { send }) {
      const letters = await read(topic);
      const removed = new Set(chosen.map(({ offset }) => offset));
      const last = letters.findLast(({ offset }) => removed.has(offset));
      if (!last) return;
      const before = letters.slice(0, letters.indexOf(last) + 1);
      const taken = before.filter(({ offset }) => removed.has(offset));
      const kept = before.filter(({ offset }) => !removed.has(offset));
      if (send) await sendOneByOne(producer, taken.map(toOrigin(originOf(topic))));
      await sendOneByOne(producer, kept);
      const offset = String(BigInt(last.offset) + 1n);
      await admin.deleteTopicRecords({ topic, partitions: [{ partition, offset }] });
    },
    async close() {
      await disconnect(admin, producer);
    },
  };
}

/** The topic whose dead letters these are. Not by a letter's header: a service could have its letters sent to any topic. */
const originOf = (letters: string) => letters.replace(/\.[^.]+\.dlq$/, '');

/** The message for the topic that it came from, which keeps how often it was tried and since when. */
const toOrigin =
  (topic: string) =>
  ({ key, value, headers = {} }: DeadLetter): Message => ({
    topic,
    key,
    value,
    headers: {
      ...contentType,
      ...Object.fromEntries(Object.entries(headers).filter(([name]) => ['count', 'first-time'].includes(name))),
    },
  });

/** A letter that stays keeps its time: else it, and the person in it, would stay longer each time that others are taken. */
async function sendOneByOne(producer: kafkajs.Producer, messages: readonly (Message & Partial<Kept>)[]) {
  for (const { topic, key, value, headers, timestamp } of messages) {
    await producer.send({ topic, acks: -1, messages: [{ key, value, headers, timestamp }] });
  }
}

/** Reads what a topic's partition holds from one offset up to, not including, another; in a group of its own. */
async function readBetween(client: kafkajs.Kafka, topic: string, from: number, to: number): Promise<Kept[]> {
  const read: Kept[] = [];
  const group = client.consumer({ groupId: `dead-letters-${randomUUID()}`, maxWaitTimeInMs: 200 });
  await whileConnected(group, async (consumer) => {
    await consumer.subscribe({ topic, fromBeginning: true });
    await new Promise<void>((resolve, reject) => {
      consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
      const run = consumer.run({
        autoCommit: false,
        eachMessage: async ({ message }) => {
          const offset = Number(message.offset);
          const { timestamp } = message;
          if (offset >= from && offset < to) read.push({ ...toReceived(topic, partition, message), timestamp });
          if (offset >= to - 1) resolve();
        },
      });
      run.then(() => consumer.seek({ topic, partition, offset: String(from) }), reject);
    });
  });
  return read;
}
