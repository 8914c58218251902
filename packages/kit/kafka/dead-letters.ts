import { randomUUID } from 'node:crypto';
import kafkajs from 'kafkajs';
import type { Logger } from 'pino';
import { createClient, type Message, type Received, toReceived } from './client.ts';

/** A dead letter that waits: what it says, where it is from and why it could not be handled are in its headers. */
export interface DeadLetter extends Received {
  /** `topic/partition/offset` of the message that could not be handled. */
  origin: string;
}

export interface DeadLetters {
  /** The dead letters that wait in a topic, oldest first. */
  read(topic: string): Promise<DeadLetter[]>;
  /**
   * Takes letters out of a topic; the others stay. With `send` they are first sent back to where they came from, where
   * whoever handled them already drops them. A crash half way leaves a letter twice rather than never.
   */
  take(topic: string, chosen: readonly DeadLetter[], how: { send: boolean }): Promise<void>;
  close(): Promise<void>;
}

/** Dead letter topics have one partition, so that they have one order. */
const partition = 0;

/** Opens the dead letters for somebody who looks after them; one at a time, like any queue that is tidied by hand. */
export async function openDeadLetters(brokers: readonly string[], log: Logger): Promise<DeadLetters> {
  const client = createClient(brokers, 'dead-letters', log);
  const admin = client.admin();
  const producer = client.producer({
    idempotent: true,
    maxInFlightRequests: 1,
    createPartitioner: kafkajs.Partitioners.DefaultPartitioner,
  });
  await Promise.all([admin.connect(), producer.connect()]);

  async function span(topic: string) {
    const [ends] = await admin.fetchTopicOffsets(topic);
    return { from: Number(ends?.low ?? 0), to: Number(ends?.high ?? 0) };
  }

  async function read(topic: string): Promise<DeadLetter[]> {
    const { from, to } = await span(topic);
    const messages = from < to ? await readSpan(client, topic, from, to) : [];
    return messages.map((message) => ({ ...message, origin: message.headers?.origin ?? `${topic}/${message.offset}` }));
  }

  return {
    read,
    async take(topic, chosen, { send }) {
      const waiting = await read(topic);
      const taken = new Set(chosen.map(({ offset }) => offset));
      const last = waiting.findLast(({ offset }) => taken.has(offset));
      if (!last) return;
      const before = waiting.slice(0, waiting.indexOf(last) + 1);
      if (send) await put(producer, before.filter(({ offset }) => taken.has(offset)).map(toOrigin));
      await put(
        producer,
        before.filter(({ offset }) => !taken.has(offset)),
      );
      const offset = String(BigInt(last.offset) + 1n);
      await admin.deleteTopicRecords({ topic, partitions: [{ partition, offset }] });
    },
    async close() {
      await Promise.all([admin.disconnect(), producer.disconnect()]);
    },
  };
}

/** Back to the topic it was in, with how often it was tried and since when. */
const toOrigin = ({ origin, key, value, headers = {} }: DeadLetter): Message => ({
  topic: origin.split('/')[0] ?? '',
  key,
  value,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => ['count', 'first-time'].includes(name))),
});

async function put(producer: kafkajs.Producer, messages: readonly Message[]) {
  for (const { topic, key, value, headers } of messages) {
    await producer.send({ topic, acks: -1, messages: [{ key, value, headers }] });
  }
}

/** Reads what a topic's one partition holds from one offset to before another, as nobody of lasting note. */
async function readSpan(client: kafkajs.Kafka, topic: string, from: number, to: number): Promise<Received[]> {
  const consumer = client.consumer({ groupId: `dead-letters-${randomUUID()}`, maxWaitTimeInMs: 200 });
  await consumer.connect();
  const read: Received[] = [];
  try {
    await consumer.subscribe({ topic, fromBeginning: true });
    await new Promise<void>((resolve, reject) => {
      consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
      const run = consumer.run({
        autoCommit: false,
        eachMessage: async ({ message }) => {
          const offset = Number(message.offset);
          if (offset >= from && offset < to) read.push(toReceived(topic, partition, message));
          if (offset >= to - 1) resolve();
        },
      });
      run.then(() => consumer.seek({ topic, partition, offset: String(from) }), reject);
    });
  } finally {
    await consumer.disconnect();
  }
  return read;
}
