import { once } from 'node:events';
import type { Logger } from 'pino';
import { createClient, disconnect, type Received, toReceived } from './client.ts';
import type { KafkaServers } from './servers.ts';

/** Reads topics from their beginning or their end, in a group of its own, until `signal` aborts. */
export async function tailTopics(
  servers: KafkaServers,
  topics: readonly string[],
  onMessage: (message: Received) => void,
  options: { fromBeginning: boolean; signal: AbortSignal; log: Logger },
) {
  const client = createClient(servers, 'tail', options.log);
  const groupId = `tail-${process.pid}-${Date.now()}`;
  const consumer = client.consumer({ groupId });
  await consumer.connect();
  await consumer.subscribe({ topics: [...topics], fromBeginning: options.fromBeginning });
  await consumer.run({
    autoCommit: false,
    eachBatch: async ({ batch }) => {
      for (const message of batch.messages) onMessage(toReceived(batch.topic, batch.partition, message));
    },
  });
  if (!options.signal.aborted) await once(options.signal, 'abort');
  await disconnect(consumer);
}
