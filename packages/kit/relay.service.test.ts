import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest';
import { type Pool, transaction } from './db.ts';
import * as store from './outbox.store.ts';
import { appendEvent } from './outbox.ts';
import { openDatabase, startRelay } from './testing.ts';

const { clusterUrl } = inject('backing');
const log = pino({ level: 'silent' });
const soon = { timeout: 15_000 };

let database: Awaited<ReturnType<typeof openDatabase>>;
let pool: Pool;
const cleanUps: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  database = await openDatabase(clusterUrl);
  pool = database.pool;
  cleanUps.push(database.close);
});
afterEach(async () => {
  for (let cleanUp = cleanUps.pop(); cleanUp; cleanUp = cleanUps.pop()) await cleanUp();
});

const save = (id: string) => transaction(pool, (tx) => appendEvent(tx, 'AccountDeleted', id, { id }));
const ids = (count: number) => Array.from({ length: count }, () => randomUUID());

/** Appends so many events at once. */
async function fill(count: number) {
  const { rows } = await pool.query<{ key: string }>(
    `insert into outbox (event_id, topic, key, payload)
     select gen_random_uuid(), 'any', number::text, '{}' from generate_series(1, $1::int) number returning key`,
    [count],
  );
  return rows;
}

/**
 * A relay that never looks without a notice, to a Kafka that is only a list.
 * @param whileProducing runs while it stores a batch
 */
function relayTo(sent: string[], whileProducing = async () => {}) {
  const produce = async (messages: readonly { key: string }[]) => {
    await whileProducing();
    sent.push(...messages.map(({ key }) => key));
  };
  const relay = startRelay(database.url, pool, { produce }, log, { pollMs: 600_000 });
  cleanUps.push(relay.stop);
  return relay;
}

/** A session that leads as another process does, and counts its notifications. */
async function leadElsewhere() {
  const client = new pg.Client({ connectionString: database.url });
  let heard = 0;
  client.on('notification', () => {
    heard += 1;
  });
  await client.connect();
  cleanUps.push(() => client.end());
  await store.tryToLead(client);
  await store.listen(client);
  return { heard: () => heard };
}

it('an event that is appended while the one before is being sent is sent next', async () => {
  const [first, second] = ids(2) as [string, string];
  const sent: string[] = [];
  let begun = false;
  await save(first);
  const relay = relayTo(sent, async () => {
    if (begun) return;
    begun = true;
    await save(second);
  });
  await expect.poll(() => sent, soon).toEqual([first, second]);
  await expect.poll(() => relay.backlog(), soon).toMatchObject({ backlog: 0 });
});

it('a single event takes two prepared statements: it is read, then marked', async () => {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  cleanUps.push(async () => query.mockRestore());
  /** The names of the statements that read and mark, so far. */
  const names = () =>
    (query.mock.calls as unknown[][]).flatMap(([statement]) => {
      const { name, text = '' } = statement as { name?: string; text?: string };
      return text.includes('update outbox') ? [name] : [];
    });
  const relay = relayTo([]);
  await expect.poll(names, soon).toHaveLength(1);
  const [id] = ids(1) as [string];
  await save(id);
  await expect.poll(() => relay.backlog(), soon).toMatchObject({ backlog: 0 });
  await expect.poll(names, soon).toEqual(Array(3).fill(expect.any(String)));
});

it('many batches are sent in order, each event once, and all are marked', async () => {
  const rows = await fill(1700);
  const sent: string[] = [];
  const relay = relayTo(sent);
  await expect.poll(() => sent.length, soon).toBe(rows.length);
  await expect.poll(() => relay.backlog(), soon).toMatchObject({ backlog: 0 });
  expect(sent).toEqual(rows.map(({ key }) => key));
});

it('events that are too large for one batch are sent in several, in order, and one that is too large alone by itself', async () => {
  await pool.query(
    `insert into outbox (event_id, topic, key, payload)
     select gen_random_uuid(), 'any', number::text, repeat('ں', length)
     from unnest(array[200000, 200000, 500000, 200000, 10]) with ordinality as one(length, number)`,
  );
  const batches: string[][] = [];
  const produce = async (messages: readonly { key: string }[]) => void batches.push(messages.map(({ key }) => key));
  const relay = startRelay(database.url, pool, { produce }, log, { pollMs: 600_000 });
  cleanUps.push(relay.stop);
  await expect.poll(() => batches, soon).toEqual([['1', '2'], ['3'], ['4', '5']]);
  await expect.poll(() => relay.backlog(), soon).toMatchObject({ backlog: 0 });
});

it('an event whose transaction ends after those behind it were sent is sent before what follows on its subject', async () => {
  const committed = Promise.withResolvers<void>();
  const inserted = Promise.withResolvers<void>();
  const late = transaction(pool, async (tx) => {
    await store.insert(tx, { id: randomUUID(), topic: 'any', key: 'late', payload: '{}' });
    inserted.resolve();
    await committed.promise;
  });
  await inserted.promise;
  // More than a batch, so that there is one on its way when what comes now is read.
  await fill(501);
  const next = randomUUID();
  const sent: string[] = [];
  relayTo(sent, async () => {
    if (sent.length > 0) return;
    // The next batch is being read meanwhile: without the late one, which has not committed yet.
    await pool.query('select');
    committed.resolve();
    await late;
    await save(next);
  });
  await expect.poll(() => sent.length, soon).toBe(503);
  expect(sent.indexOf('late')).toBeLessThan(sent.indexOf(next));
});

it('what is appended in this process is sent at once, and so is what another notifies of', async () => {
  const [before, here, there] = ids(3) as [string, string, string];
  const sent: string[] = [];
  await save(before);
  relayTo(sent);
  await expect.poll(() => sent, soon).toEqual([before]);
  await save(here);
  await expect.poll(() => sent, soon).toEqual([before, here]);
  await transaction(pool, async (tx) => {
    await store.insert(tx, { id: randomUUID(), topic: 'any', key: there, payload: '{}' });
    await tx.query('notify outbox');
  });
  await expect.poll(() => sent, soon).toEqual([before, here, there]);
});

it('a leader in another process is notified, and not of each event', async () => {
  const leader = await leadElsewhere();
  const relay = relayTo([]);
  const all = ids(100);
  await Promise.all(all.map(save));
  await expect.poll(leader.heard, soon).toBeGreaterThan(0);
  expect(await relay.backlog()).toMatchObject({ backlog: all.length });
  expect(leader.heard()).toBeLessThan(all.length / 2);
});
