import { consumers, deadLetterTopic, lifetimes, topics } from '@tma/contracts';
import type { TopicPlan } from '@tma/kit';

/**
 * Bounds how many instances of a service can share a topic's work. Topics that exist keep the number they have: a key would
 * move to another partition, where its newer events could overtake older ones (docs/decisions/033-the-relay-is-woken-in-memory.md).
 */
const partitions = 24;

const keptFor = (seconds: number, segmentSeconds: number) => ({
  'retention.ms': String(seconds * 1000),
  'segment.ms': String(segmentSeconds * 1000),
  'min.insync.replicas': '1',
});

/** Dead letters are few: their segments are short, so that none stays much longer than it may. */
export const topicPlans: readonly TopicPlan[] = Object.values(topics).flatMap((name) => [
  { name, partitions, config: keptFor(lifetimes.topic, lifetimes.topicSegment) },
  ...consumers[name].map((group) => ({
    name: deadLetterTopic(name, group),
    partitions: 1,
    config: keptFor(lifetimes.deadLetter, 3600),
  })),
]);
