import type kafkajs from 'kafkajs';
import type { Logger } from 'pino';
import { createClient } from './client.ts';
import type { KafkaServers } from './servers.ts';

export interface TopicPlan {
  name: string;
  partitions: number;
  config?: Record<string, string>;
}

/** How many messages of a topic a group has not handled. @param only the partitions to look at, if not all */
export async function lagOf(admin: kafkajs.Admin, group: string, topic: string, only?: number[]): Promise<number> {
  const ends = await admin.fetchTopicOffsets(topic);
  const [committed] = await admin.fetchOffsets({ groupId: group, topics: [topic] });
  return ends
    .filter(({ partition }) => !only || only.includes(partition))
    .reduce((sum, { partition, high, low }) => {
      const at = Number(committed?.partitions.find((one) => one.partition === partition)?.offset ?? -1);
      return sum + Number(high) - (at < 0 ? Number(low) : at);
    }, 0);
}

/** Creates the topics that are missing. Existing ones are left as they are. */
export async function ensureTopics(servers: KafkaServers, topics: readonly TopicPlan[], log: Logger) {
  const admin = createClient(servers, 'infra', log).admin();
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
