import { randomUUID } from 'node:crypto';
import { deadLetterTopic, topics } from '@tma/contracts';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connectDb, type Pool, transaction } from './db.ts';
import { connectKafka, type Kafka } from './kafka/index.ts';
import { connectRedis, type Redis } from './redis.ts';
import { createEndedSessions, type EndedSessions, roleChanged, sessionsEnded } from './sessions.ts';
import { consumeEvents, createTopics, openDatabase, prune, startRelay } from './testing.ts';
import { isUnavailable } from './unavailable.ts';

const { clusterUrl, kafkaBrokers, redisUrl } = inject('backing');
const log = pino({ level: 'silent' });
/** Redis that is down, frozen or too slow: nothing comes of any command. */
const noRedis: Partial<Redis> = { ask: async () => null, follow: () => ({ isCurrent: async () => false }) };
const account = randomUUID();
const undo: (() => Promise<unknown>)[] = [];
let kafka: Kafka;
/** The databases of the service where sessions end, and of another that checks tokens. */
let auth: Database;
let other: Database;
type Database = Awaited<ReturnType<typeof openDatabase>>;

async function open() {
  const opened = await openDatabase(clusterUrl);
  undo.push(opened.close);
  return opened;
}

beforeAll(async () => {
  kafka = connectKafka({ brokers: kafkaBrokers }, 'kit-sessions', log, () => {});
  undo.push(() => kafka.close());
  const group = `kit-sessions-${account}`;
  await createTopics(kafkaBrokers, [topics.identity, deadLetterTopic(topics.identity, group)], 3);
  [auth, other] = [await open(), await open()];
  const relay = startRelay(auth.url, auth.pool, kafka, log);
  undo.push(() => relay.stop());
  const consumer = { kafka, group, handlers: { SessionsEnded: sessionsEnded, RoleChanged: roleChanged }, log };
  await consumeEvents({ ...consumer, pool: other.pool }, [topics.identity]);
});
afterAll(async () => {
  for (const step of undo.toReversed()) await step();
});

/** An instance that has just started. */
const instance = (pool: Pool, redis = noRedis) => createEndedSessions(pool, redis as Redis);
const endIn = async (one: EndedSessions, ...ids: string[]) => {
  await transaction(auth.pool, (tx) => one.end(tx, account, ids));
  return ids;
};
const end = (...ids: string[]) => endIn(instance(auth.pool), ...ids);

it('what ends without Redis ends in every instance of every service, soon and for good', {
  timeout: 60_000,
}, async () => {
  const running = [instance(auth.pool), instance(other.pool)];
  const id = randomUUID();
  expect(await Promise.all(running.map((one) => one.has(id)))).toEqual([false, false]);
  // Joining the group takes Kafka a while.
  await end(randomUUID());
  await expect
    .poll(async () => (await other.pool.query('select from ended_sessions')).rowCount, { timeout: 40_000 })
    .toBe(1);
  const begun = performance.now();
  await end(id);
  await Promise.all(running.map((one) => expect.poll(() => one.has(id), { timeout: 5000 }).toBe(true)));
  const ms = Math.round(performance.now() - begun);
  console.log(`an ended session was known to another service after ${ms} ms, without Redis`);
  expect(ms).toBeLessThan(3000);
  for (const { pool } of [auth, other]) expect(await instance(pool).has(id)).toBe(true);
});

it('what Redis has lost or evicted is known all the same', async () => {
  const redis = connectRedis(redisUrl, log, 'auth');
  undo.push(async () => redis.close());
  await expect.poll(() => redis.ask((client) => client.ping()), { timeout: 5000 }).toBe('PONG');
  const [id = ''] = await endIn(instance(auth.pool, redis), randomUUID());
  const elsewhere = await open();
  expect(await instance(elsewhere.pool, redis).has(id)).toBe(true);
  await redis.ask((client) => client.del(`session:ended:${id}`));
  expect(await instance(elsewhere.pool, redis).has(id)).toBe(false);
  expect(await instance(auth.pool, redis).has(id)).toBe(true);
});

describe('an instance that follows Redis', () => {
  /** Redis as an instance of another service sees it, and how often it was asked for a session. */
  async function startOther(url = redisUrl) {
    const redis = connectRedis(url, log, 'auth');
    undo.push(async () => redis.close());
    await expect.poll(() => redis.ask((client) => client.ping()), { timeout: 5000 }).toBe('PONG');
    let asked = 0;
    const ask: Redis['ask'] = (commands) => {
      asked += 1;
      return redis.ask(commands);
    };
    const { pool } = await open();
    const one = createEndedSessions(pool, { ...redis, ask });
    // It begins to follow with the first token.
    await expect
      .poll(
        async () => {
          const before = asked;
          const id = randomUUID();
          for (let turn = 0; turn < 3; turn += 1) await one.has(id);
          return asked - before;
        },
        { timeout: 10_000, interval: 1100 },
      )
      .toBe(1);
    return { one, redis, asked: () => asked };
  }
  const ending = async () => {
    const redis = connectRedis(redisUrl, log, 'auth');
    undo.push(async () => redis.close());
    await expect.poll(() => redis.ask((client) => client.ping()), { timeout: 5000 }).toBe('PONG');
    const here = instance(auth.pool, redis);
    return (id: string) => endIn(here, id);
  };

  it('asks Redis once for a session, however many requests come, and hears at once that it has ended', async () => {
    const [{ one, asked }, endThere] = [await startOther(), await ending()];
    const id = randomUUID();
    const before = asked();
    for (let turn = 0; turn < 50; turn += 1) expect(await one.has(id)).toBe(false);
    expect(asked() - before).toBe(1);
    await endThere(id);
    // As soon as the network between has brought it.
    await expect.poll(() => one.has(id), { timeout: 500, interval: 10 }).toBe(true);
    // It heard of it, and did not ask.
    expect(asked() - before).toBe(1);
  });

  it('asks again for every session once something may have been missed', async () => {
    const [{ one, redis }, endThere] = [await startOther(), await ending()];
    const id = randomUUID();
    expect(await one.has(id)).toBe(false);
    const others = (await redis.client.call('client', 'list', 'type', 'pubsub')) as string;
    const ids = [...others.matchAll(/^id=(\d+)/gm)].map(([, each]) => each ?? '');
    expect(ids.length).toBeGreaterThan(0);
    for (const each of ids) await redis.client.call('client', 'kill', 'id', each);
    await endThere(id);
    await expect.poll(() => one.has(id), { timeout: 500, interval: 10 }).toBe(true);
  });
});

it('the instance that ends a session knows it at once', async () => {
  const here = instance(auth.pool);
  const id = randomUUID();
  expect(await here.has(id)).toBe(false);
  await endIn(here, id);
  expect(await here.has(id)).toBe(true);
});

it('a session whose end is rolled back goes on, and nobody is told', async () => {
  const id = randomUUID();
  const here = instance(auth.pool);
  const undone = transaction(auth.pool, async (tx) => {
    await here.end(tx, account, [id]);
    throw new Error('no');
  });
  await expect(undone).rejects.toThrow('no');
  for (const one of [here, instance(auth.pool)]) expect(await one.has(id)).toBe(false);
  expect((await auth.pool.query('select from outbox where payload like $1', [`%${id}%`])).rowCount).toBe(0);
});

it('an end that is committed after a later one is not missed', async () => {
  const here = instance(auth.pool);
  const [slow, quick] = [randomUUID(), randomUUID()];
  await transaction(auth.pool, async (tx) => {
    await instance(auth.pool).end(tx, account, [slow]);
    await end(quick);
    await expect.poll(() => here.has(quick), { timeout: 5000 }).toBe(true);
    expect(await here.has(slow)).toBe(false);
  });
  await expect.poll(() => here.has(slow), { timeout: 5000 }).toBe(true);
});

it('very many sessions end in several events, none too large for Kafka', async () => {
  const ids = await end(...Array.from({ length: 2500 }, randomUUID));
  const { rows } = await auth.pool.query('select length(payload) as length from outbox where payload like $1', [
    `%${ids.at(0)}%`,
  ]);
  expect(rows).toEqual([{ length: expect.any(Number) }]);
  expect(rows[0]?.length).toBeLessThan(100_000);
  expect(await instance(auth.pool).has(ids.at(-1) ?? '')).toBe(true);
});

it('is forgotten once no token is valid any more, and not noted after that', async () => {
  const [id = ''] = await end(randomUUID());
  const pass = (until: string) =>
    auth.pool.query('update ended_sessions set until = $2 where session_id = $1', [id, until]);
  await pass(new Date(Date.now() + 60_000).toISOString());
  await prune(auth.pool);
  expect(await instance(auth.pool).has(id)).toBe(true);
  const past = new Date(Date.now() - 60_000).toISOString();
  await pass(past);
  await prune(auth.pool);
  await transaction(auth.pool, (tx) => sessionsEnded({ sessions: [id], until: past }, tx));
  expect((await auth.pool.query('select from ended_sessions where session_id = $1', [id])).rowCount).toBe(0);
  expect(await instance(auth.pool).has(id)).toBe(false);
});

it('while the table cannot be read no token is taken for valid', async () => {
  const away = connectDb('postgres://u:p@127.0.0.1:1/d', log, 1);
  const error = await instance(away)
    .has(randomUUID())
    .catch((reason: unknown) => reason);
  expect(isUnavailable(error)).toBe(true);
  await away.end();
});

describe('another role of an administrator', () => {
  const give = (one: EndedSessions, id: string, role: string, version: number) =>
    transaction(auth.pool, (tx) => one.giveRole(tx, { id, role, version }));
  const roleIn = async (one: EndedSessions, id: string) => {
    await one.has(randomUUID(), id);
    return one.roleOf(id);
  };

  it('counts in every instance of every service without Redis, soon, and at once where it is given', async () => {
    const [here, there] = [instance(auth.pool), instance(other.pool)];
    const id = randomUUID();
    expect(await Promise.all([roleIn(here, id), roleIn(there, id)])).toEqual([undefined, undefined]);
    await give(here, id, 'crew', 2);
    expect(here.roleOf(id)).toBe('crew');
    await expect.poll(() => roleIn(there, id), { timeout: 20_000 }).toBe('crew');
    expect(await roleIn(instance(other.pool), id)).toBe('crew');
  });

  it('counts at once where Redis is followed, and for who asks it first; of two the newer one, whichever comes last', async () => {
    const redis = connectRedis(redisUrl, log, 'auth');
    undo.push(async () => redis.close());
    await expect.poll(() => redis.ask((client) => client.ping()), { timeout: 5000 }).toBe('PONG');
    const here = instance(auth.pool, redis);
    const [follows, asks] = [await open(), await open()].map(({ pool }) => instance(pool, redis));
    const id = randomUUID();
    await expect.poll(() => follows && roleIn(follows, id), { timeout: 5000 }).toBe(undefined);
    await give(here, id, 'clerk', 3);
    await give(here, id, 'head', 2);
    for (const one of [here, follows, asks]) expect(one && (await roleIn(one, id))).toBe('clerk');
    const { rows } = await auth.pool.query('select role from given_roles where admin_id = $1', [id]);
    expect(rows).toEqual([{ role: 'clerk' }]);
  });

  it('is forgotten once every token says it, and an event that comes after that gives nothing', async () => {
    const id = randomUUID();
    await give(instance(auth.pool), id, 'head', 4);
    const past = new Date(Date.now() - 60_000).toISOString();
    await auth.pool.query('update given_roles set until = $2 where admin_id = $1', [id, past]);
    await prune(auth.pool);
    await transaction(auth.pool, (tx) => roleChanged({ id, role: 'head', version: 4, until: past }, tx));
    expect((await auth.pool.query('select from given_roles where admin_id = $1', [id])).rowCount).toBe(0);
    expect(await roleIn(instance(auth.pool), id)).toBe(undefined);
  });
});
