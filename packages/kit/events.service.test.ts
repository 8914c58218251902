import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { topics } from '@tma/contracts';
import { pino } from 'pino';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { connectDb, type Pool, transaction } from './db.ts';
import type { EventHandlers } from './inbox.ts';
import {
  connectKafka,
  type Dial,
  ensureTopics,
  type Kafka,
  type Letter,
  openLetters,
  type Received,
} from './kafka/index.ts';
import { countDeadLetters } from './outbox.store.ts';
import { append } from './outbox.ts';
import { createDatabase, listenTo, prune, startRelay } from './testing.ts';

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
  return { pool: ownPool };
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
    let room = false;
    const failing = await hear('kit-failing', {
      ProfileSaved: async (data) => {
        if (data.id === bad && !room) throw new Error('no room for this one');
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
    const waiting = () => countDeadLetters(failing.pool);
    expect(await waiting()).toBe(1);
    // Sent back when there is room again, it takes effect, and waits no more.
    room = true;
    await kafka.produce([{ ...(buried[0] as Received), topic: topics.identity }]);
    await expect.poll(() => heard, { timeout: 20_000 }).toContain(bad);
    await expect.poll(waiting).toBe(0);
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

describe('pruning', () => {
  it('forgets events that were sent long ago, never one that waits', async () => {
    const id = randomUUID();
    for (let number = 0; number < 20; number += 1) await save(id, String(number));
    await pool.query(
      `update outbox set published_at = now() - interval '8 days', created_at = now() - interval '9 days'
       where key = $1 and position % 2 = 0`,
      [id],
    );
    await pool.query("insert into inbox values ($1, now() - interval '46 days'), ($2, now())", [randomUUID(), uuid()]);
    expect(await prune(pool)).toBeGreaterThanOrEqual(11);
    const { rows } = await pool.query('select published_at from outbox where key = $1', [id]);
    expect(rows).toEqual(Array(10).fill({ published_at: null }));
    expect((await pool.query("select from inbox where handled_at < now() - interval '45 days'")).rowCount).toBe(0);
    await pool.query('update outbox set published_at = now() where published_at is null');
  });
});

describe('dead letters', () => {
  it('are read, sent back or dropped one by one; the others stay, in their order', async () => {
    const topic = topics.identity;
    const dead = `${topic}.kit-letters.dlq`;
    await ensureTopics(kafkaBrokers, [{ name: dead, partitions: 1 }], log);
    const letters = await openLetters(kafkaBrokers, log);
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
      const [, b, c] = (await letters.read(dead)) as [Letter, Letter, Letter];
      const returned: string[] = [];
      await kafka.consume(`kit-letters-${randomUUID()}`, [topic], async ({ key, value }) => {
        if (value.startsWith('letter')) returned.push(key);
      });
      await letters.take(dead, [c], { send: true });
      await expect.poll(() => returned, { timeout: 20_000 }).toEqual(['c']);
      expect((await letters.read(dead)).map(({ key }) => key).sort()).toEqual(['a', 'b', 'd']);
      const b2 = (await letters.read(dead)).find(({ key }) => key === b.key) as Letter;
      expect(b2.headers).toMatchObject({ reason: 'b' });
      await letters.take(dead, [b2], { send: false });
      await letters.take(dead, await letters.read(dead), { send: true });
      await expect.poll(() => returned.toSorted(), { timeout: 20_000 }).toEqual(['a', 'c', 'd']);
      expect(await letters.read(dead)).toEqual([]);
    } finally {
      await letters.close();
    }
  });
});

/** Connections to the broker that can be frozen (nothing passes), cut, or refused; or lose what the broker answers. */
function tamper() {
  const sockets = new Set<Socket>();
  let frozen = false;
  let away = false;
  let deaf = false;
  const leave = () => {
    away = true;
    for (const socket of sockets) socket.destroy(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }));
  };
  const dial: Dial = (host, port) => {
    // Nothing listens at port 1.
    const socket = connect(away ? 1 : port, host);
    const write = socket.write.bind(socket);
    // What is written while frozen is lost on the way, as when a route is gone.
    socket.write = ((...args: Parameters<Socket['write']>) => (frozen ? true : write(...args))) as Socket['write'];
    const emit = socket.emit.bind(socket) as (...args: unknown[]) => boolean;
    socket.emit = ((...args: unknown[]) => {
      if (!deaf || args[0] !== 'data') return emit(...args);
      leave();
      return true;
    }) as Socket['emit'];
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    return socket;
  };
  return {
    dial,
    freeze: () => {
      frozen = true;
    },
    leave,
    /** The broker goes away with the next thing it says, which nobody hears. */
    leaveInTheMiddle: () => {
      deaf = true;
    },
    comeBack: () => {
      away = false;
      deaf = false;
    },
  };
}

describe('a connection to the broker that is', () => {
  const connectOver = (wire: ReturnType<typeof tamper>, id: string, fatal = (_: Error) => {}) =>
    connectKafka(kafkaBrokers, `kit-${id}`, log, fatal, { dial: wire.dial });
  const say = (key: string, value: string) => kafka.produce([{ topic: topics.identity, key, value }]);
  const hearOn = (on: Kafka, id: string) => {
    const heard: string[] = [];
    const joined = on.consume(`kit-${id}`, [topics.identity], async ({ key, value }) => {
      if (key === id) heard.push(value);
    });
    return { heard, joined };
  };
  const start = async () => {
    const id = randomUUID();
    const wire = tamper();
    const fatal = vi.fn<(error: Error) => void>();
    const own = connectOver(wire, id, fatal);
    const { heard, joined } = hearOn(own, id);
    await joined;
    await say(id, 'before');
    await expect.poll(() => heard, { timeout: 20_000 }).toEqual(['before']);
    return { id, wire, fatal, own, heard };
  };

  it('cut is made again, and nothing is missed', async () => {
    const { id, wire, fatal, own, heard } = await start();
    wire.leave();
    wire.comeBack();
    await say(id, 'after');
    await expect.poll(() => heard, { timeout: 30_000 }).toEqual(['before', 'after']);
    expect(fatal).not.toHaveBeenCalled();
    await own.close();
  });

  it('gone without a word ends within bounds, and closing does not wait for it', async () => {
    const { wire, own } = await start();
    wire.freeze();
    const begun = performance.now();
    await own.close();
    expect(performance.now() - begun).toBeLessThan(4000);
  });

  it('gone before the broker could say that it took a message does not keep those that follow from it', async () => {
    const id = randomUUID();
    const { heard, joined } = hearOn(kafka, id);
    await joined;
    const wire = tamper();
    const own = connectOver(wire, id);
    const send = (...values: string[]) =>
      own.produce(values.map((value) => ({ topic: topics.identity, key: id, value })));
    await send('one');
    wire.leaveInTheMiddle();
    await expect(send('two')).rejects.toThrow(/ECONNREFUSED/);
    wire.comeBack();
    await send('two', 'three');
    // It did take the second one: what is sent again comes again, and only the inbox knows that it is the same.
    await expect.poll(() => heard, { timeout: 20_000 }).toEqual(['one', 'two', 'two', 'three']);
    await own.close();
  });

  it('refused at the start is tried until it works', async () => {
    const id = randomUUID();
    const wire = tamper();
    wire.leave();
    const own = connectOver(wire, id);
    const { heard } = hearOn(own, id);
    await expect(own.produce([{ topic: topics.identity, key: id, value: 'never' }])).rejects.toThrow(/ECONNREFUSED/);
    await say(id, 'meanwhile');
    wire.comeBack();
    await expect.poll(() => heard, { timeout: 30_000 }).toEqual(['meanwhile']);
    await own.produce([{ topic: topics.identity, key: id, value: 'after' }]);
    await expect.poll(() => heard, { timeout: 20_000 }).toEqual(['meanwhile', 'after']);
    await own.close();
  });
});
