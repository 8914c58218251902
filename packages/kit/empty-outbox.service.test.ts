import { randomUUID } from 'node:crypto';
import { deadLetterTopic, topics } from '@tma/contracts';
import { afterAll, expect, inject, it } from 'vitest';
import { transaction } from './db.ts';
import { connectKafka, ensureTopics } from './kafka/index.ts';
import { hasHandled } from './kafka/topics.ts';
import { holdOutbox } from './outbox.store.ts';
import { appendEvent } from './outbox.ts';
import { createLog } from './process.ts';
import { emptyHandled } from './prune.ts';
import { createClient, createTopics, openDatabase } from './testing.ts';

const { clusterUrl, kafkaBrokers } = inject('backing');
const log = createLog('test', 'silent');
const { pool, close } = await openDatabase(clusterUrl);
const kafka = connectKafka({ brokers: kafkaBrokers }, 'kit-emptying', log, () => {});
afterAll(async () => {
  await kafka.close();
  await close();
});

const profile = { contact_number: '0300', tehsil: 'Mardan', language: 'en', version: 1 };
const append = (id: string) => transaction(pool, (tx) => appendEvent(tx, 'ProfileSaved', id, { id, ...profile }));
const rowOf = async (id: string) =>
  (await pool.query<{ payload: string; emptied: boolean }>('select payload, emptied from outbox where key = $1', [id]))
    .rows[0];

it('an event has its data until it was sent and everybody has handled it, and then its type alone', async () => {
  const [sent, waiting, meanwhile] = [randomUUID(), randomUUID(), randomUUID()];
  for (const id of [sent, waiting, meanwhile]) await append(id);
  await pool.query('update outbox set published_at = clock_timestamp() where key = $1', [sent]);
  expect(await emptyHandled(pool, { isHandled: async () => false })).toBe(0);
  expect((await rowOf(sent))?.payload).toContain('Mardan');
  const isHandled = async (topic: string) => {
    // What is sent while Kafka is asked may not have been handled.
    await pool.query('update outbox set published_at = clock_timestamp() where key = $1 and published_at is null', [
      meanwhile,
    ]);
    return topic === topics.identity;
  };
  expect(await emptyHandled(pool, { isHandled })).toBe(1);
  expect(await rowOf(sent)).toEqual({ payload: '{"type" : "ProfileSaved"}', emptied: true });
  for (const id of [waiting, meanwhile]) expect((await rowOf(id))?.payload).toContain('Mardan');
  expect(await emptyHandled(pool, { isHandled })).toBe(1);
  expect((await rowOf(waiting))?.payload).toContain('Mardan');
});

it('what no JSON of Postgres can hold, half a character or a null, is emptied too', async () => {
  const id = randomUUID();
  await append(id);
  await pool.query(
    `update outbox set published_at = now() - interval '1 second', payload = replace(payload, 'Mardan', '\\ud83d\\u0000') where key = $1`,
    [id],
  );
  await emptyHandled(pool, { isHandled: async () => true });
  expect(await rowOf(id)).toEqual({ payload: '{"type" : "ProfileSaved"}', emptied: true });
});

it('nothing is taken out while a backup takes its snapshots', async () => {
  const id = randomUUID();
  await append(id);
  await pool.query('update outbox set published_at = clock_timestamp() where key = $1', [id]);
  const all = { isHandled: async () => true };
  await transaction(pool, async (tx) => {
    await holdOutbox(tx);
    expect(await emptyHandled(pool, all)).toBe(0);
  });
  expect((await rowOf(id))?.payload).toContain('Mardan');
  expect(await emptyHandled(pool, all)).toBeGreaterThan(0);
});

it('Kafka is not asked while there is nothing to empty', async () => {
  await pool.query('truncate outbox');
  await append(randomUUID());
  const isHandled = async () => {
    throw new Error('asked');
  };
  expect(await emptyHandled(pool, { isHandled })).toBe(0);
});

it('a group that is behind, or has dead letters, has not handled a topic', async () => {
  const topic = `kit-emptying-${randomUUID()}`;
  const group = 'kit-emptying';
  const letters = deadLetterTopic(topic, group);
  await createTopics(kafkaBrokers, [topic, letters]);
  const admin = createClient({ brokers: kafkaBrokers }, 'test', log).admin();
  await admin.connect();
  const handled = () => hasHandled(admin, group, topic);
  try {
    // A broker that has just become a topic's leader may not know it yet, and kafkajs asks only once.
    await expect.poll(handled, { timeout: 20_000 }).toBe(true);
    await kafka.produce([{ topic, key: 'a', value: '1' }]);
    expect(await handled()).toBe(false);
    await kafka.consume(group, [topic], async () => {});
    await expect.poll(handled, { timeout: 20_000 }).toBe(true);
    await kafka.produce([{ topic: letters, key: 'a', value: '1' }]);
    expect(await handled()).toBe(false);
    await admin.deleteTopicRecords({ topic: letters, partitions: [{ partition: 0, offset: '-1' }] });
    expect(await handled()).toBe(true);
  } finally {
    await admin.disconnect();
  }
});

it('existing topics get the retention of the plan, and keep what else was set for them', async () => {
  const name = `kit-retention-${randomUUID()}`;
  const plan = (config: Record<string, string>) =>
    ensureTopics({ brokers: kafkaBrokers }, [{ name, partitions: 1, config }], log);
  await plan({ 'retention.ms': '-1', 'max.message.bytes': '2000000', 'min.insync.replicas': '1' });
  await plan({ 'retention.ms': '604800000', 'segment.ms': '86400000', 'min.insync.replicas': '7' });
  const admin = createClient({ brokers: kafkaBrokers }, 'test', log).admin();
  await admin.connect();
  const { resources } = await admin.describeConfigs({ includeSynonyms: false, resources: [{ type: 2, name }] });
  await admin.disconnect();
  const values = new Map(resources[0]?.configEntries.map(({ configName, configValue }) => [configName, configValue]));
  expect([
    ...['retention.ms', 'segment.ms', 'max.message.bytes', 'min.insync.replicas'].map((key) => values.get(key)),
  ]).toEqual(['604800000', '86400000', '2000000', '1']);
});
