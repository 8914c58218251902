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
        // What the broker took though it could not say so has numbers by which it knows this producer's messages: others
        // sent under the same numbers it would refuse for ever, or take for those it has. Another producer starts afresh.
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
