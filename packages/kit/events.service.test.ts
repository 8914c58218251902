import { randomUUID } from 'node:crypto';
import { deadLetterTopic, topics } from '@tma/contracts';
import { pino } from 'pino';
import { v7 as uuid } from 'uuid';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { type Pool, transaction } from './db.ts';
import { type Consumer, type EventHandlers, handleUntilDone } from './inbox.ts';
import type { Message } from './kafka/client.ts';
import { connectKafka, type DeadLetter, openDeadLetters, type Received } from './kafka/index.ts';
import { countDeadLetters, hasAppended } from './outbox.store.ts';
import { appendEvent } from './outbox.ts';
import { consumeEvents, createTopics, openDatabase, prune, startRelay } from './testing.ts';

const { clusterUrl, kafkaBrokers } = inject('backing');
const log = pino({ level: 'silent' });
const database = await openDatabase(clusterUrl);
const { pool } = database;
const kafka = connectKafka({ brokers: kafkaBrokers }, 'kit-test', log, () => {});

await createTopics(kafkaBrokers, [topics.identity, `${topics.identity}.kit-failing.dlq`], 3);
afterAll(async () => {
  await kafka.close();
  for (const cleanUp of cleanUps) await cleanUp();
  await database.close();
});

const profile = (id: string, tehsil: string) => ({
  id,
  contact_number: '0300',
  tehsil,
  language: 'en',
  version: 1,
});
const save = (id: string, tehsil: string) =>
  transaction(pool, (tx) => appendEvent(tx, 'ProfileSaved', id, profile(id, tehsil)));

const cleanUps: (() => Promise<void>)[] = [];

/** The header of events in structured JSON (CloudEvents' binding for Kafka). */
const structured = 'application/cloudevents+json; charset=UTF-8';

/** What was sent of something, as Kafka has it. */
async function outboxOf(key: string): Promise<Message[]> {
  const statement = 'select topic, key, payload as value from outbox where key = $1';
  return (await pool.query<Message>(statement, [key])).rows;
}

/** A group is a service: it has a database, and so an inbox, of its own. */
async function startConsumer(group: string, handlers: EventHandlers): Promise<Consumer> {
  const consumer = { kafka, group, handlers, pool: await ownPool(), log };
  await consumeEvents(consumer, [topics.identity]);
  return consumer;
}

async function ownPool(): Promise<Pool> {
  const own = await openDatabase(clusterUrl);
  cleanUps.push(own.close);
  return own.pool;
}

describe('an event', () => {
  it('is sent if its transaction commits, in order, and takes effect once though Kafka delivers it twice', async () => {
    const id = randomUUID();
    const received: string[] = [];
    await startConsumer(`kit-${id}`, {
      ProfileSaved: async (data) => {
        if (data.id === id) received.push(data.tehsil);
      },
    });
    const relay = startRelay(database.url, pool, kafka, log);
    for (const tehsil of ['one', 'two', 'three']) await save(id, tehsil);
    await transaction(pool, async (tx) => {
      await appendEvent(tx, 'ProfileSaved', id, profile(id, 'never'));
      throw new Error('taken back');
    }).catch((error: Error) => expect(error.message).toBe('taken back'));
    await expect.poll(() => received, { timeout: 20_000 }).toEqual(['one', 'two', 'three']);

    await kafka.produce(await outboxOf(id));
    await save(id, 'four');
    await expect.poll(() => received, { timeout: 20_000 }).toEqual(['one', 'two', 'three', 'four']);
    await expect.poll(() => relay.backlog()).toEqual({ backlog: 0, oldestSeconds: 0 });
    await relay.stop();
  });

  it('that cannot be handled goes to the dead letters with the reason, and the next is handled', async () => {
    const bad = randomUUID();
    const good = randomUUID();
    const received: string[] = [];
    let room = false;
    const failing = await startConsumer('kit-failing', {
      ProfileSaved: async (data) => {
        if (data.id === bad && !room) throw new Error('no room for this one');
        received.push(data.id);
      },
    });
    const buried: Received[] = [];
    await kafka.consume(`kit-buried-${bad}`, [`${topics.identity}.kit-failing.dlq`], async (message) => {
      buried.push(message);
    });
    const relay = startRelay(database.url, pool, kafka, log);
    await save(bad, 'x');
    await save(good, 'y');
    await expect.poll(() => received, { timeout: 20_000 }).toContain(good);
    await expect.poll(() => buried.map((message) => message.key), { timeout: 20_000 }).toEqual([bad]);
    expect(buried[0]?.headers).toMatchObject({
      reason: 'no room for this one',
      count: '5',
      'content-type': structured,
    });
    const waiting = () => countDeadLetters(failing.pool);
    expect(await waiting()).toBe(1);
    // Sent back when there is room again, it takes effect, and waits no more.
    room = true;
    await kafka.produce([{ ...(buried[0] as Received), topic: topics.identity }]);
    await expect.poll(() => received, { timeout: 20_000 }).toContain(bad);
    await expect.poll(waiting).toBe(0);
    await relay.stop();
  }, 60_000);
});

it('that waits for a lock longer than a statement may is tried on, and is no dead letter', async () => {
  const id = randomUUID();
  let tried = 0;
  const slow = async () => {
    tried += 1;
    throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
  };
  await save(id, 'x');
  const [sent] = await outboxOf(id);
  const consumer = { kafka, group: 'kit-slow', handlers: { ProfileSaved: slow }, pool: await ownPool(), log };
  const message = { ...(sent as Message), partition: 0, offset: '0', headers: {} } as Received;
  expect(await handleUntilDone(consumer, message, async () => tried < 5)).toBe(false);
  expect(await countDeadLetters(consumer.pool)).toBe(0);
}, 30_000);

it('that is none goes to the dead letters, also where its text is one that Postgres cannot hold', async () => {
  const group = 'kit-malformed';
  await createTopics(kafkaBrokers, [deadLetterTopic(topics.identity, group)]);
  const consumer = { kafka, group, handlers: {}, pool: await ownPool(), log };
  const message: Received = { topic: topics.identity, key: 'a', value: '\0', partition: 0, offset: '7' };
  expect(await handleUntilDone(consumer, message, async () => false)).toBe(true);
  const { rows } = await consumer.pool.query('select id, reason from dead_letters');
  expect(rows).toEqual([{ id: `${topics.identity}/0/7`, reason: expect.stringContaining('Not a CloudEvent') }]);
});

it("of another's topic takes no effect: a forged AccountDeleted erases nobody", async () => {
  const [id, group] = [randomUUID(), `kit-forged-${randomUUID()}`];
  const letters = deadLetterTopic(topics.reports, group);
  await createTopics(kafkaBrokers, [topics.reports, letters]);
  const erased: string[] = [];
  const handlers: EventHandlers = { AccountDeleted: async (data) => void erased.push(data.id) };
  const consumer = { kafka, group, handlers, pool: await ownPool(), log };
  await consumeEvents(consumer, [topics.reports, topics.identity]);
  const buried: Received[] = [];
  await kafka.consume(`${group}-buried`, [letters], async (message) => void buried.push(message));
  await transaction(pool, (tx) => appendEvent(tx, 'AccountDeleted', id, { id }));
  const sent = await outboxOf(id);
  await kafka.produce(sent.map((message) => ({ ...message, topic: topics.reports })));
  await expect.poll(() => buried.map(({ key }) => key), { timeout: 20_000 }).toContain(id);
  expect(buried.find(({ key }) => key === id)?.headers?.reason).toContain("not its owner's");
  expect(erased).not.toContain(id);
  // Over its own topic it takes effect.
  await kafka.produce(sent);
  await expect.poll(() => erased, { timeout: 20_000 }).toContain(id);
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

describe('pruning', () => {
  it('forgets events that were sent long ago, never one that waits', async () => {
    const id = randomUUID();
    for (let number = 0; number < 20; number += 1) await save(id, String(number));
    await pool.query(
      `update outbox set published_at = now() - interval '8 days', created_at = now() - interval '9 days', emptied = true
       where key = $1 and position % 2 = 0`,
      [id],
    );
    // Of what not everybody has handled, a dead letter may have to be sent back.
    const letter = randomUUID();
    await save(letter, 'x');
    await pool.query(`update outbox set published_at = now() - interval '29 days' where key = $1`, [letter]);
    await pool.query("insert into inbox values ($1, now() - interval '46 days'), ($2, now())", [randomUUID(), uuid()]);
    expect(await prune(pool)).toBeGreaterThanOrEqual(11);
    const { rows } = await pool.query('select published_at from outbox where key = $1', [id]);
    expect(rows).toEqual(Array(10).fill({ published_at: null }));
    expect(await outboxOf(letter)).toHaveLength(1);
    await pool.query(`update outbox set published_at = now() - interval '32 days' where key = $1`, [letter]);
    await prune(pool);
    expect(await outboxOf(letter)).toEqual([]);
    expect((await pool.query("select from inbox where handled_at < now() - interval '45 days'")).rowCount).toBe(0);
    await pool.query('update outbox set published_at = now() where published_at is null');
  });
});

describe('dead letters', () => {
  it('are read, sent back or dropped one by one; the others stay, in their order', async () => {
    const topic = topics.identity;
    const dead = `${topic}.kit-letters.dlq`;
    await createTopics(kafkaBrokers, [dead]);
    const letters = await openDeadLetters({ brokers: kafkaBrokers }, log);
    try {
      expect(await letters.read(dead)).toEqual([]);
      const names = ['a', 'b', 'c', 'd'];
      await kafka.produce(
        names.map((key) => ({
          topic: dead,
          key,
          value: `letter ${key}`,
          headers: { origin: `${topic}/0/1`, reason: key },
        })),
      );
      const [, b, c] = (await letters.read(dead)) as [DeadLetter, DeadLetter, DeadLetter];
      const returned: string[] = [];
      const types = new Set<string | undefined>();
      await kafka.consume(`kit-letters-${randomUUID()}`, [topic], async ({ key, value, headers }) => {
        if (value.startsWith('letter')) returned.push(key);
        types.add(headers?.['content-type']);
      });
      await letters.take(dead, [c], { send: true });
      await expect.poll(() => returned, { timeout: 20_000 }).toEqual(['c']);
      expect((await letters.read(dead)).map(({ key }) => key).sort()).toEqual(['a', 'b', 'd']);
      const b2 = (await letters.read(dead)).find(({ key }) => key === b.key) as DeadLetter;
      expect([b2.headers, b2.timestamp]).toEqual([expect.objectContaining({ reason: 'b' }), b.timestamp]);
      await letters.take(dead, [b2], { send: false });
      await letters.take(dead, await letters.read(dead), { send: true });
      await expect.poll(() => returned.toSorted(), { timeout: 20_000 }).toEqual(['a', 'c', 'd']);
      expect([...types]).toEqual([structured]);
      expect(await letters.read(dead)).toEqual([]);
    } finally {
      await letters.close();
    }
  });
});

it('an event is known as appended to the letter: with another text, key or topic it is not', async () => {
  const key = uuid();
  await save(key, 'Mardan');
  const [message] = await outboxOf(key);
  if (!message) throw new Error('nothing was appended');
  const { topic, value: payload } = message;
  const entry = { id: String(JSON.parse(payload).id), topic, key, payload };
  const forms = [
    entry,
    { ...entry, payload: `${payload} ` },
    { ...entry, key: uuid() },
    { ...entry, topic: topics.reports },
  ];
  expect(await Promise.all(forms.map((form) => hasAppended(pool, form)))).toEqual([true, false, false, false]);
});
