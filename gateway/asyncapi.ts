import {
  consumers,
  deadLetterTopic,
  Envelope,
  type EventType,
  events,
  sourceOf,
  type Topic,
  topics,
  topicWriters,
} from '@tma/contracts';
import { eventExamples } from '@tma/contracts/examples';
import { z } from 'zod';
import { type Json, toJson } from './json-schema.ts';

const types = Object.keys(events) as EventType[];
const typesOn = (topic: string) => types.filter((type) => events[type].topic === topic);
const pointer = (...path: string[]) => ({ $ref: `#/${path.map((part) => part.replaceAll('/', '~1')).join('/')}` });

/** The events as AsyncAPI 3.0, made from the definitions that producers and consumers read. */
export function asyncapi() {
  const schemas: Json = {};
  const messages = Object.fromEntries(types.map((type) => [type, message(type, schemas)]));
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Tehsil reporting portal',
      version: '1',
      description:
        'What the services tell each other over Kafka: CloudEvents 1.0 in structured JSON. An event is delivered at least ' +
        'once, and in order for one subject. A consumer ignores attributes that it does not know, and keeps an event of an ' +
        'unknown type until it is updated.',
    },
    defaultContentType: 'application/cloudevents+json',
    channels: Object.fromEntries(Object.entries(topics).flatMap(([name, topic]) => channelsOf(name, topic))),
    operations: Object.fromEntries(Object.entries(topics).flatMap(([name, topic]) => operationsOf(name, topic))),
    components: { messages, schemas },
  };
}

function message(type: EventType, schemas: Json): Json {
  const { data, writers, summary } = events[type];
  const event = Envelope.extend({
    type: z.literal(type),
    source: z.literal(writers.map(sourceOf)),
    data: data as z.ZodType,
  });
  return {
    name: type,
    title: type,
    summary,
    bindings: { kafka: { key: { type: 'string', format: 'uuid', description: "The subject's id" } } },
    payload: toJson(event, 'output', schemas),
    examples: [{ name: type, summary, payload: eventExamples[type] }],
  };
}

const carried = (topic: string) =>
  Object.fromEntries(typesOn(topic).map((type) => [type, pointer('components', 'messages', type)]));

/** A topic, and for each group that reads it the topic of what that group could not handle. */
function channelsOf(name: string, topic: Topic): [string, Json][] {
  const dead = consumers[topic].map((group): [string, Json] => [
    deadChannel(name, group),
    {
      address: deadLetterTopic(topic, group),
      description:
        `What ${group} could not handle, as it came. Headers say why and since when: reason, count, first-time, ` +
        'last-time, origin (topic/partition/offset).',
      messages: carried(topic),
    },
  ]);
  return [[name, { address: topic, description: 'Keyed by subject', messages: carried(topic) }], ...dead];
}

const deadChannel = (name: string, group: string) => `${name}-${group}-dead-letters`;

/** Who sends to a topic, and the groups that act on it. */
function operationsOf(name: string, topic: Topic): [string, Json][] {
  const messagesIn = (channel: string) => typesOn(topic).map((type) => pointer('channels', channel, 'messages', type));
  const sends = topicWriters[topic].map((service): [string, Json] => [
    `${service}-sends-${name}`,
    { action: 'send', channel: pointer('channels', name), messages: messagesIn(name) },
  ]);
  const receives = consumers[topic].flatMap((group): [string, Json][] => {
    const dead = deadChannel(name, group);
    return [
      [
        `${group}-hears-${name}`,
        {
          action: 'receive',
          channel: pointer('channels', name),
          messages: messagesIn(name),
          bindings: { kafka: { groupId: { type: 'string', enum: [group] } } },
        },
      ],
      [
        `${group}-puts-away-${name}`,
        { action: 'send', channel: pointer('channels', dead), messages: messagesIn(dead) },
      ],
    ];
  });
  return [...sends, ...receives];
}
