import { randomUUID } from 'node:crypto';
import { topics } from '@tma/contracts';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connectDb, type Pool, transaction } from './db.ts';
import type { EventHandlers } from './inbox.ts';
import { connectKafka, ensureTopics, type Kafka, type Received } from './kafka.ts';
import { append } from './outbox.ts';
import { createDatabase, listenTo, startRelay } from './testing.ts';

const { clusterUrl, kafkaBrokers } = inject('backing');
const log = pino({ level: 'silent' });
let database: Awaited<ReturnType<typeof createDatabase>>;
let pool: Pool;
let kafka: Kafka;

beforeAll(async () => {
  database = await createDatabase(clusterUrl, null);
  pool = connectDb(database.url, log);
  kafka = connectKafka(kafkaBrokers, 'kit-test', log, () => {});
  const names = [topics.identity, `${topics.identity}.kit-failing.dlq`];
  await ensureTopics(
    kafkaBrokers,
    names.map((name) => ({ name, partitions: 3 })),
    log,
  );
});
afterAll(async () => {
  await kafka.close();
  for (const close of listeners) await close();
  await pool.end();
  await database.drop();
});

const profile = (id: string, location: string) => ({
  id,
  first_name: 'Sana',
  last_name: 'Khan',
  contact_number: '0300',
  tehsil: 'Mardan',
  location,
});
const save = (id: string, location: string) =>
  transaction(pool, (tx) => append(tx, 'ProfileSaved', id, profile(id, location)));

/** A group is a service: it has a database, and so an inbox, of its own. */
async function hear(group: string, handlers: EventHandlers) {
  const own = await createDatabase(clusterUrl, null);
  const ownPool = connectDb(own.url, log);
  listeners.push(async () => {
    await ownPool.end();
    await own.drop();
  });
  await listenTo(kafka, group, [topics.identity], handlers, ownPool, log);
}
const listeners: (() => Promise<void>)[] = [];

describe('an event', () => {
  it('is sent if its transaction commits, in order, and takes effect once though Kafka delivers it twice', async () => {
    const id = randomUUID();
    const heard: string[] = [];
    await hear(`kit-${id}`, {
      ProfileSaved: async (data) => {
        if (data.id === id) heard.push(data.location);
      },
    });
    const relay = startRelay(database.url, pool, kafka, log);
    for (const location of ['one', 'two', 'three']) await save(id, location);
    await transaction(pool, async (tx) => {
      await append(tx, 'ProfileSaved', id, profile(id, 'never'));
      throw new Error('taken back');
    }).catch((error: Error) => expect(error.message).toBe('taken back'));
    await expect.poll(() => heard, { timeout: 20_000 }).toEqual(['one', 'two', 'three']);

    const { rows } = await pool.query('select topic, key, payload as value from outbox where key = $1', [id]);
    await kafka.produce(rows);
    await save(id, 'four');
    await expect.poll(() => heard, { timeout: 20_000 }).toEqual(['one', 'two', 'three', 'four']);
    await expect.poll(() => relay.backlog()).toEqual({ backlog: 0, oldestSeconds: 0 });
    await relay.stop();
  });

  it('that cannot be handled goes to the dead letters with the reason, and the next is handled', async () => {
    const bad = randomUUID();
    const good = randomUUID();
    const heard: string[] = [];
    await hear('kit-failing', {
      ProfileSaved: async (data) => {
        if (data.id === bad) throw new Error('no room for this one');
        heard.push(data.id);
      },
    });
    const buried: Received[] = [];
    await kafka.consume(`kit-buried-${bad}`, [`${topics.identity}.kit-failing.dlq`], async (message) => {
      buried.push(message);
    });
    const relay = startRelay(database.url, pool, kafka, log);
    await save(bad, 'x');
    await save(good, 'y');
    await expect.poll(() => heard, { timeout: 20_000 }).toContain(good);
    await expect.poll(() => buried.map((message) => message.key), { timeout: 20_000 }).toEqual([bad]);
    expect(buried[0]?.headers).toMatchObject({ reason: 'no room for this one', count: '5' });
    await relay.stop();
  });
});

it('one relay leads; another takes over when it is gone', async () => {
  const id = randomUUID();
  const first = startRelay(database.url, pool, kafka, log);
  await save(id, 'by the first');
  await expect.poll(() => first.backlog(), { timeout: 10_000 }).toMatchObject({ backlog: 0 });
  const second = startRelay(database.url, pool, kafka, log);
  await first.stop();
  await save(id, 'by the second');
  await expect.poll(() => second.backlog(), { timeout: 5000 }).toMatchObject({ backlog: 0 });
  await second.stop();
});
