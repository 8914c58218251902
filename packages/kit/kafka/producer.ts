import kafkajs from 'kafkajs';
import type { Message } from './client.ts';

/** A producer that keeps the order of its messages and sends none twice. */
export const orderedProducer = (client: kafkajs.Kafka): kafkajs.Producer =>
  client.producer({
    idempotent: true,
    maxInFlightRequests: 1,
    createPartitioner: kafkajs.Partitioners.DefaultPartitioner,
  });

interface Producer {
  /** Sends messages in order, acknowledged by every in-sync replica; throws when that fails. */
  send(messages: readonly Message[]): Promise<void>;
  close(): Promise<void>;
}

/** Connects with the first message, and again with the next after a failure. */
export function createProducer(client: kafkajs.Kafka): Producer {
  let connecting: Promise<kafkajs.Producer> | undefined;

  async function connect() {
    const producer = orderedProducer(client);
    await producer.connect();
    return producer;
  }

  return {
    async send(messages) {
      connecting ??= connect();
      const current = connecting;
      const byTopic = Map.groupBy(messages, (message) => message.topic);
      try {
        const producer = await current;
        await producer.sendBatch({
          acks: -1,
          compression: kafkajs.CompressionTypes.GZIP,
          topicMessages: [...byTopic].map(([topic, list]) => ({ topic, messages: list })),
        });
      } catch (error) {
        // The broker may have taken the messages though its acknowledgement was lost. It knows them by this producer's
        // sequence numbers: other messages under the same numbers it would refuse for ever, or take for duplicates. A new
        // producer has new numbers (docs/decisions/019).
        if (connecting === current) connecting = undefined;
        disconnect(current);
        throw error;
      }
    },
    close: () => disconnect(connecting),
  };
}

/** Disconnects a producer, which may never have been connected. */
const disconnect = async (connecting?: Promise<kafkajs.Producer>) =>
  connecting?.then((producer) => producer.disconnect()).catch(() => {});
