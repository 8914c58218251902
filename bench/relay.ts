import { setTimeout as wait } from 'node:timers/promises';
import { connectDb, connectKafka, createLog, ensureTopics, transaction } from '@tma/kit';
import { createClient, createDatabase, startRelay } from '@tma/kit/testing';
import { partitions } from '../infra/system.ts';
import { fillOutbox, isRelayed } from './backbone.store.ts';
import { pairRatio, type Row, rateRows } from './measure.ts';
import { sampleEvents } from './sample-events.ts';

const topic = 'tma.bench.v1';
const count = 10_000;
/** The relay's batch size. */
const batch = 500;

/** How fast a full outbox reaches Kafka, compared with the same messages sent by kafkajs from memory, both with acks of all replicas. */
export async function relayAgainstProduce(cluster: string, brokers: readonly string[]): Promise<Row[]> {
  const log = createLog('bench', 'error');
  await ensureTopics(brokers, [{ name: topic, partitions, config: { 'min.insync.replicas': '1' } }], log);
  const database = await createDatabase(cluster, null);
  const pool = connectDb(database.url, log);
  const kafka = connectKafka(brokers, 'bench-relay', log, () => {});
  const relay = startRelay(database.url, pool, kafka, log);
  const producer = createClient(brokers, 'bench-bare', log).producer();
  await producer.connect();
  const events = sampleEvents(count, topic);
  const messages = events.map(({ key, payload }) => ({ key, value: payload }));

  const produce = async () => {
    const begun = performance.now();
    for (let from = 0; from < count; from += batch) {
      await producer.send({ topic, acks: -1, messages: messages.slice(from, from + batch) });
    }
    return ratePerSecond(begun);
  };
  const relayed = async () => {
    let begun = 0;
    await transaction(pool, async (tx) => {
      await fillOutbox(tx, events);
      begun = performance.now();
    });
    while (!(await isRelayed(pool))) await wait(10);
    return ratePerSecond(begun);
  };
  try {
    const names = {
      reference: `events of ${Math.round((events[0]?.payload.length ?? 0) / 100) / 10} KB: kafkajs, ${batch} at once, acks -1`,
      subject: 'events: outbox relay',
      ratio: 'events: relay to kafkajs',
    };
    return rateRows(names, await pairRatio(produce, relayed), 0.7);
  } finally {
    await Promise.all([relay.stop(), producer.disconnect()]);
    await Promise.all([kafka.close(), pool.end()]);
    await database.drop();
  }
}

const ratePerSecond = (begun: number) => count / ((performance.now() - begun) / 1000);
