import { randomUUID } from 'node:crypto';
import { events } from '@tma/contracts';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { z } from 'zod';
import type { Tx } from '../db.ts';
import type { EventHandlers } from '../inbox.ts';
import { consumeEvents, createTopics, openDatabase } from '../testing.ts';
import { createClient } from './client.ts';
import { connectKafka, ensureTopics, type Kafka } from './index.ts';

const { clusterUrl, kafkaBrokers } = inject('backing');
const log = pino({ level: 'silent' });
const patiently = { timeout: 60_000, interval: 200 };
/** As many as a topic of the portal has. */
const partitions = 24;
const instances = 6;
const people = Array.from({ length: 120 }, () => randomUUID());

const fatal = vi.fn<(error: Error) => void>();
const connected: Kafka[] = [];
const connect = () => {
  const kafka = connectKafka({ brokers: kafkaBrokers }, 'kit-partitions', log, fatal);
  connected.push(kafka);
  return kafka;
};
const { pool, close } = await openDatabase(clusterUrl, 30);
beforeAll(() =>
  pool.query('create table effects (position bigint generated always as identity, person text, number int)'),
);
afterAll(async () => {
  Reflect.deleteProperty(events, 'Counted');
  await Promise.all(connected.map((kafka) => kafka.close()));
  await close();
});

it('partitions are handled side by side: a message that takes long holds up none of another that came with it', async () => {
  const topic = `partitions-${randomUUID()}`;
  await createTopics(kafkaBrokers, [topic], 3);
  const kafka = connect();
  const handled: { partition: number; key: string }[] = [];
  const otherHandled = Promise.withResolvers<void>();
  let long: number | undefined;
  // All of them are there before anybody reads.
  await kafka.produce(people.map((key) => ({ topic, key, value: 'x' })));
  await kafka.consume(topic, [topic], async ({ partition, key }) => {
    long ??= partition;
    if (partition === long) await otherHandled.promise;
    else otherHandled.resolve();
    handled.push({ partition, key });
  });
  await expect.poll(() => handled.length, patiently).toBe(people.length);
  expect(fatal).not.toHaveBeenCalled();
});

it('a topic that exists keeps its partitions: another number would move keys away from what waits under them', async () => {
  const name = `kept-${randomUUID()}`;
  for (const count of [6, partitions])
    await ensureTopics({ brokers: kafkaBrokers }, [{ name, partitions: count }], log);
  const admin = createClient({ brokers: kafkaBrokers }, 'kit-partitions', log).admin();
  await admin.connect();
  const { topics } = await admin.fetchTopicMetadata({ topics: [name] });
  await admin.disconnect();
  expect(topics[0]?.partitions).toHaveLength(6);
});

it('a message goes where its key belongs, whatever partition it was received from', async () => {
  const topic = `returned-${randomUUID()}`;
  await createTopics(kafkaBrokers, [topic]);
  const kafka = connect();
  const received = { topic, key: 'a', value: 'x', partition: 7, offset: '0' };
  await kafka.produce([received]);
  const handled: string[] = [];
  await kafka.consume(topic, [topic], async ({ key }) => {
    handled.push(key);
  });
  await expect.poll(() => handled, patiently).toEqual(['a']);
});

// Brokers of containers would create it, with one partition.
it('no topic is created by a first write or read', async () => {
  const topic = `never-made-${randomUUID()}`;
  const kafka = connect();
  await expect(kafka.produce([{ topic, key: 'a', value: 'x' }])).rejects.toThrow();
  const reading = kafka.consume(topic, [topic], async () => {});
  const admin = createClient({ brokers: kafkaBrokers }, 'kit-partitions', log).admin();
  await admin.connect();
  expect(await admin.listTopics()).not.toContain(topic);
  await admin.disconnect();
  await kafka.close();
  await reading;
});

const eventOf = (person: string, number: number) => ({
  specversion: '1.0',
  id: randomUUID(),
  source: '/auth',
  type: 'Counted',
  subject: person,
  time: new Date().toISOString(),
  datacontenttype: 'application/json',
  data: { person, number },
});

it('six instances share 24 partitions; when one joins and one leaves, each event has one effect, in order', async () => {
  const topic = `instances-${randomUUID()}`;
  await createTopics(kafkaBrokers, [topic], partitions);
  Object.assign(events, { Counted: { topic, data: z.object({ person: z.string(), number: z.int() }) } });
  const handledBy = new Map<number, Set<string>>();
  async function start(instance: number) {
    const kafka = connect();
    const handlers = {
      async Counted({ person, number }: { person: string; number: number }, tx: Tx) {
        handledBy.set(instance, (handledBy.get(instance) ?? new Set()).add(person));
        await tx.query('insert into effects (person, number) values ($1, $2)', [person, number]);
      },
    } as EventHandlers;
    await consumeEvents({ kafka, group: topic, handlers, pool, log }, [topic]);
    return kafka;
  }
  const effects = async () => (await pool.query('select from effects')).rowCount;
  let perPerson = 0;
  const produce = async (more: number) => {
    for (const end = perPerson + more; perPerson < end; perPerson += 1) {
      const value = (key: string) => JSON.stringify(eventOf(key, perPerson));
      await sender.produce(people.map((key) => ({ topic, key, value: value(key) })));
    }
  };
  const sender = connect();
  const [leaving] = await Promise.all(Array.from({ length: instances - 1 }, (_, index) => start(index)));
  await produce(3);
  await expect.poll(effects, patiently).toBeGreaterThan(0);
  const joined = start(instances - 1);
  await produce(3);
  await joined;
  // Those that came before it had its partitions were handled by the others.
  const withMore = async () => {
    if (handledBy.size < instances) await produce(1);
    return handledBy.size;
  };
  await expect.poll(withMore, patiently).toBe(instances);
  const left = leaving?.close();
  await produce(4);
  await left;
  await expect.poll(effects, patiently).toBe(people.length * perPerson);

  const { rows } = await pool.query<{ numbers: number[] }>(
    'select array_agg(number order by position) as numbers from effects group by person',
  );
  const inOrder = Array.from({ length: perPerson }, (_, number) => number);
  expect(rows).toEqual(people.map(() => ({ numbers: inOrder })));
  expect(fatal).not.toHaveBeenCalled();
}, 150_000);
