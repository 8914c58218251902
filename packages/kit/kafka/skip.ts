import { setTimeout as wait } from 'node:timers/promises';
import { consumers, topics, topicsOf } from '@tma/contracts';
import type kafkajs from 'kafkajs';
import type { Logger } from 'pino';
import { createClient, whileConnected } from './client.ts';
import type { KafkaServers } from './servers.ts';

/** Moves all groups to the end of their topics, as if they had handled everything there. No service may be running. */
export async function skipToEnd(servers: KafkaServers, log: Logger): Promise<void> {
  const client = createClient(servers, 'infra', log);
  const ends = await endsOf(client);
  const groups = new Set(Object.values(consumers).flat());
  await Promise.all(
    [...groups].map((group) => {
      const read = topicsOf(group);
      const offsets = ends.flat().filter(({ topic }) => read.includes(topic));
      return commit(client, group, read, offsets);
    }),
  );
}

const endsOf = (client: kafkajs.Kafka) =>
  whileConnected(client.admin(), (admin) =>
    Promise.all(
      Object.values(topics).map(async (topic) => {
        const ends = await withLeaders(() => admin.fetchTopicOffsets(topic));
        return ends.map(({ partition, high }) => ({ topic, partition, offset: high }));
      }),
    ),
  );

/** Retries for 10 s while a topic that was just created has no leaders yet. */
async function withLeaders<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!(error as { retriable?: boolean }).retriable || tries === 50) throw error;
      await wait(200);
    }
  }
}

/** Commits as the group's only member; kafkajs' own way (`setOffsets`) takes five seconds for each topic. */
const commit = (
  client: kafkajs.Kafka,
  groupId: string,
  topics: string[],
  offsets: kafkajs.TopicPartitionOffsetAndMetadata[],
) =>
  whileConnected(client.consumer({ groupId, maxWaitTimeInMs: 100 }), async (consumer) => {
    await consumer.subscribe({ topics, fromBeginning: true });
    const joined = new Promise<void>((resolve, reject) => {
      consumer.on(consumer.events.GROUP_JOIN, () => resolve());
      // While the broker is loading the group, kafkajs joins again by itself.
      consumer.on(consumer.events.CRASH, ({ payload }) => payload.restart || reject(payload.error));
    });
    const run = consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch: async () => {} });
    await Promise.all([run, joined]);
    await consumer.commitOffsets(offsets);
  });
