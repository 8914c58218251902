import { consumers, deadLetterTopic, lifetimes, topics } from '@tma/contracts';
import type { TopicPlan } from '@tma/kit';

/**
 * Bounds how many instances of a service can share a topic's work. Topics that exist keep the number they have: a key would
 * move to another partition, where its newer events could overtake older ones (docs/decisions/033-the-relay-is-woken-in-memory.md).
 */
const partitions = 24;

/** Dead letters are few: their segments are short, so that none stays much longer than it may. */
export const topicPlans: readonly TopicPlan[] = Object.values(topics).flatMap((name) => [
  {
    name,
    partitions,
    config: {
      'retention.ms': String(lifetimes.topic * 1000),
      'segment.ms': String(lifetimes.topicSegment * 1000),
      'min.insync.replicas': '1',
    },
  },
  ...consumers[name].map((group) => ({
    name: deadLetterTopic(name, group),
    partitions: 1,
    config: {
      'retention.ms': String(lifetimes.deadLetter * 1000),
      'segment.ms': String(3_600_000),
      'min.insync.replicas': '1',
    },
  })),
]);
