import { randomUUID } from 'node:crypto';
import { events } from '@tma/contracts';
import { pino } from 'pino';
import { v7 as uuid } from 'uuid';
import { afterAll, afterEach, expect, inject, it } from 'vitest';
import { z } from 'zod';
import type { Tx } from './db.ts';
import type { Consumer, EventHandlers, EventInfo } from './inbox.ts';
import { connectKafka } from './kafka/index.ts';
import { countDeadLetters } from './outbox.store.ts';
import { consumeEvents, createTopics, handleUnknownEvents, openDatabase, prune } from './testing.ts';
import { countUnknownEvents } from './unknown-events.store.ts';

const { clusterUrl, kafkaBrokers } = inject('backing');
const log = pino({ level: 'silent' });
const patient = { timeout: 20_000 };
const cleanUps: (() => Promise<void>)[] = [];
const kafka = connectKafka({ brokers: kafkaBrokers }, 'kit-unknown', log, () => {});

afterAll(async () => {
  await kafka.close();
  for (const cleanUp of cleanUps) await cleanUp();
});
afterEach(() => {
  rollBack();
  Reflect.deleteProperty(events, 'LastSent');
});

/** What an update of the service brings: a definition of the type. */
function update() {
  define('LanternLit', z.object({ lantern: z.string() }));
}
/** The topic of the service of the test that runs. */
let topic: string;
const define = (type: string, data: z.ZodType) => Object.assign(events, { [type]: { topic, data } });
function rollBack() {
  Reflect.deleteProperty(events, 'LanternLit');
}

function lanternLit(lantern: string, { type = 'LanternLit', data = { lantern } as object } = {}) {
  const id = uuid();
  const fixed = { specversion: '1.0', source: '/services/lights', datacontenttype: 'application/json' };
  const event = { ...fixed, id, type, subject: lantern, time: new Date().toISOString(), data };
  return { id, key: lantern, value: JSON.stringify(event) };
}
type Message = ReturnType<typeof lanternLit>;

/** Handlers of the updated service; the version before has no such type. */
const lighting = (handler: (data: { lantern: string }, tx: Tx, event: EventInfo) => Promise<void>) =>
  ({ LanternLit: handler }) as EventHandlers;

/** A service of the version before with a topic of its own. `read` resolves when all messages are kept or handled. */
async function startVersionBefore() {
  const group = `kit-before-${randomUUID()}`;
  await createTopics(kafkaBrokers, [group, `${group}.${group}.dlq`]);
  const { pool, close } = await openDatabase(clusterUrl);
  cleanUps.push(close);
  const handled: string[] = [];
  topic = group;
  // Known to both versions.
  define('LastSent', z.object({ id: z.string() }));
  const handlers = { LastSent: async ({ id }: { id: string }) => void handled.push(id) } as EventHandlers;
  const consumer: Consumer = { kafka, group, handlers, pool, log };
  await consumeEvents(consumer, [group]);

  async function read(messages: readonly Message[]) {
    const id = randomUUID();
    const last = lanternLit(id, { type: 'LastSent', data: { id } });
    await kafka.produce([...messages, last].map(({ key, value }) => ({ topic: group, key, value })));
    await expect.poll(() => handled, patient).toContain(id);
  }
  return { consumer, pool, read, waiting: () => countUnknownEvents(pool) };
}

it('is kept once, and handled once and in order after the update, by one of two instances', async () => {
  const { consumer, pool, read, waiting } = await startVersionBefore();
  const lantern = randomUUID();
  const sent = Array.from({ length: 5 }, () => lanternLit(lantern));
  await read([...sent, ...sent]);
  expect(await waiting()).toBe(5);
  // The version before, started again, does not know it either.
  await handleUnknownEvents(consumer)();
  expect(await waiting()).toBe(5);

  await pool.query('create table lit (position bigint generated always as identity, event_id uuid)');
  const handlers = lighting(async (_data, tx, { id }) => {
    await tx.query('insert into lit (event_id) select $1 from pg_sleep(0.05)', [id]);
  });
  const lit = async () => {
    const { rows } = await pool.query<{ id: string }>('select event_id as id from lit order by position');
    return rows.map(({ id }) => id);
  };
  update();
  const stops = [handleUnknownEvents({ ...consumer, handlers }), handleUnknownEvents({ ...consumer, handlers })];
  await expect.poll(waiting, patient).toBe(0);
  const ids = sent.map(({ id }) => id);
  expect(await lit()).toEqual(ids);
  expect((await pool.query('select from inbox where event_id = any($1)', [ids])).rowCount).toBe(5);

  // While the version before still runs, it is given an event again, which stays handled, and another one, which waits.
  const late = lanternLit(lantern);
  rollBack();
  await read([...sent, late]);
  update();
  await expect.poll(lit, patient).toEqual([...ids, late.id]);
  await expect.poll(waiting, patient).toBe(0);
  for (const stop of stops) await stop();
  expect(await lit()).toEqual([...ids, late.id]);
});

it('goes to the dead letters when it cannot be handled after the update either, and the next is handled', async () => {
  const { consumer, pool, read, waiting } = await startVersionBefore();
  const [malformed, failing] = [lanternLit('red', { data: { colour: 'red' } }), lanternLit('dark')];
  await read([malformed, failing, lanternLit('bright')]);
  expect(await waiting()).toBe(3);
  const lit: string[] = [];
  const handlers = lighting(async ({ lantern }) => {
    if (lantern === 'dark') throw new Error('no oil');
    lit.push(lantern);
  });
  update();
  const stop = handleUnknownEvents({ ...consumer, handlers });
  await expect.poll(() => lit, patient).toEqual(['bright']);
  await expect.poll(waiting).toBe(0);
  await stop();
  const { rows } = await pool.query('select id, reason from dead_letters order by id');
  expect(rows).toEqual([
    { id: malformed.id, reason: expect.stringContaining('The data of LanternLit does not fit its schema: lantern') },
    { id: failing.id, reason: 'no oil' },
  ]);
});

it('is dropped when the updated service has no handler for it', async () => {
  const { consumer, pool, read, waiting } = await startVersionBefore();
  await read([lanternLit('bright')]);
  expect(await waiting()).toBe(1);
  update();
  const stop = handleUnknownEvents(consumer);
  await expect.poll(waiting, patient).toBe(0);
  await stop();
  expect(await countDeadLetters(pool)).toBe(0);
});

it('is kept, too, when its type is the name of a property that every object has', async () => {
  const { pool, read, waiting } = await startVersionBefore();
  await read([lanternLit('bright', { type: 'constructor' })]);
  expect(await waiting()).toBe(1);
  expect(await countDeadLetters(pool)).toBe(0);
});

it('is deleted when no version came to know it for as long as dead letters are kept', async () => {
  const { pool, read } = await startVersionBefore();
  await read(['Old', 'Young'].map((type) => lanternLit('bright', { type })));
  const age = (type: string, days: number) =>
    pool.query('update unknown_events set received_at = now() - make_interval(days => $2) where type = $1', [
      type,
      days,
    ]);
  await age('Old', 31);
  await age('Young', 29);
  expect(await prune(pool)).toBe(1);
  expect((await pool.query('select type from unknown_events')).rows).toEqual([{ type: 'Young' }]);
});
