import { deadLetterTopic } from '@tma/contracts';
import kafkajs from 'kafkajs';
import type { Logger } from 'pino';
import { pause } from '../pause.ts';
import { createClient, whileConnected } from './client.ts';
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
      // A group that came further since the ends were read makes up for no other partition.
      return sum + Math.max(0, Number(high) - (at < 0 ? Number(low) : at));
    }, 0);
}

/** Whether a group has handled all that a topic holds now, and none of it is among its dead letters. */
export async function hasHandled(admin: kafkajs.Admin, group: string, topic: string): Promise<boolean> {
  if ((await lagOf(admin, group, topic)) > 0) return false;
  const letters = await admin.fetchTopicOffsets(deadLetterTopic(topic, group));
  return letters.every(({ low, high }) => low === high);
}

/** How long partitions of new topics may take to get their leaders, and how often that is looked at. */
const leadersMs = 15_000;
const retryMs = 100;

/** How long messages are kept: it alone is changed in existing topics; all other settings are the operator's. */
const retention = ['retention.ms', 'segment.ms'];

/** Creates the topics that are missing. Existing ones get the plan's retention, and are left as they are otherwise. */
export const ensureTopics = (servers: KafkaServers, topics: readonly TopicPlan[], log: Logger) =>
  whileConnected(createClient(servers, 'infra', log).admin(), async (admin) => {
    const existing = new Set(await admin.listTopics());
    await admin.createTopics({
      waitForLeaders: false,
      topics: topics
        .filter(({ name }) => !existing.has(name))
        .map(({ name, partitions, config = {} }) => ({
          topic: name,
          numPartitions: partitions,
          configEntries: Object.entries(config).map(([key, value]) => ({ name: key, value })),
        })),
    });
    const names = topics.map(({ name }) => name);
    await waitForLeaders(admin, names);
    const before = topics.filter(({ name }) => existing.has(name));
    await alterRetention(admin, before);
  });

/** Waits until every partition has a leader. kafkajs' own waiting fails while a broker does not know a new topic yet. */
async function waitForLeaders(admin: kafkajs.Admin, names: string[]): Promise<void> {
  const end = performance.now() + leadersMs;
  for (;;) {
    const found = await admin.fetchTopicMetadata({ topics: names }).catch((error: Error) => error);
    if (!(found instanceof Error)) {
      const leaders = found.topics.flatMap(({ partitions }) => partitions.map(({ leader }) => leader));
      if (leaders.every((leader) => leader >= 0)) return;
    }
    if (performance.now() > end) throw found instanceof Error ? found : new Error('Topics of Kafka have no leaders');
    await pause(retryMs);
  }
}

async function alterRetention(admin: kafkajs.Admin, topics: readonly TopicPlan[]): Promise<void> {
  const type = kafkajs.ConfigResourceTypes.TOPIC;
  for (const { name, config = {} } of topics) {
    const wanted = Object.entries(config).filter(([key]) => retention.includes(key));
    if (wanted.length === 0) continue;
    const { resources } = await admin.describeConfigs({ includeSynonyms: false, resources: [{ type, name }] });
    // All settings of this topic: one that is left out would go back to the broker's default.
    const own = (resources[0]?.configEntries ?? []).filter(({ configSource }) => configSource === topicSource);
    const before = new Map(own.map(({ configName, configValue }) => [configName, configValue]));
    if (wanted.every(([key, value]) => before.get(key) === value)) continue;
    const configEntries = [...new Map([...before, ...wanted])].map(([key, value]) => ({ name: key, value }));
    await admin.alterConfigs({ validateOnly: false, resources: [{ type, name, configEntries }] });
  }
}

/** Kafka's number for a setting of the topic itself (ConfigSource, DYNAMIC_TOPIC_CONFIG). */
const topicSource = 1;
