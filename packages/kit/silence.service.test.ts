import { pino } from 'pino';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { connectDb, type Pool, transaction } from './db.ts';
import type { Kafka } from './kafka/index.ts';
import { appendEvent } from './outbox.ts';
import { openDatabase, startRelay, startSilentProxy } from './testing.ts';
import { isUnavailable } from './unavailable.ts';

const { clusterUrl } = inject('backing');
const log = pino({ level: 'silent' });
/** How long anything may take without an answer, and to go on once there are answers again, in milliseconds. */
const bound = 10_000;
const database = await openDatabase(clusterUrl, 2);
const direct = database.pool;
afterAll(database.close);

/** A silent proxy to Postgres, with the URL that goes through it. */
async function startProxy() {
  const url = new URL(database.url);
  const { hostname: host, port } = url;
  const proxy = await startSilentProxy(() => ({ host, port: Number(port) }));
  url.port = String(proxy.port);
  url.hostname = '127.0.0.1';
  return { ...proxy, url: url.href };
}

/** What a promise is rejected with, and after how many milliseconds. */
async function failure(work: Promise<unknown>) {
  const begun = performance.now();
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  return { unavailable: isUnavailable(error), ms: performance.now() - begun };
}

async function expectBounded(work: Promise<unknown>) {
  const { unavailable, ms } = await failure(work);
  expect(unavailable).toBe(true);
  expect(ms).toBeLessThan(bound);
}

describe.concurrent('while Postgres vanishes without a word', () => {
  /** A pool of three connections that are all open. */
  async function openPool(url: string) {
    const pool = connectDb(url, log, 3);
    const held = await Promise.all([1, 2, 3].map(() => pool.connect()));
    for (const client of held) client.release();
    return pool;
  }
  const works = (pool: Pool) => pool.query('select 1').then(Boolean, () => false);

  it('every statement ends, on old and new connections', { timeout: 40_000 }, async () => {
    const proxy = await startProxy();
    const pool = await openPool(proxy.url);
    proxy.drop();
    // Three of them wait for a connection.
    await Promise.all(Array.from({ length: 6 }, () => expectBounded(pool.query('select 1'))));
    await expectBounded(pool.query('select 1'));
    proxy.deliver();
    expect(await works(pool)).toBe(true);
    await pool.end();
    proxy.stop();
  });

  it('all is well soon after, also with every connection stuck', { timeout: 40_000 }, async ({ expect }) => {
    const proxy = await startProxy();
    const pool = await openPool(proxy.url);
    proxy.drop();
    const stuck = [1, 2, 3].map(() => expectBounded(pool.query('select 1')));
    await expect.poll(proxy.dropped).toBe(3);
    proxy.deliver();
    await expect.poll(() => works(pool), { timeout: bound }).toBe(true);
    await Promise.all(stuck);
    await pool.end();
    proxy.stop();
  });

  it('a transaction fails once, not once for each of its statements', { timeout: 40_000 }, async () => {
    const proxy = await startProxy();
    const pool = connectDb(proxy.url, log, 1);
    await expectBounded(
      transaction(pool, async (tx) => {
        await tx.query('select 1');
        proxy.drop();
        await tx.query('select 2').catch(() => null);
        await tx.query('select 3');
      }),
    );
    proxy.deliver();
    expect((await pool.query('select 1')).rowCount).toBe(1);
    await pool.end();
    proxy.stop();
  });

  it('the relay sends soon after', { timeout: 60_000 }, async ({ expect }) => {
    const proxy = await startProxy();
    // An event whose sending could not be noted is sent again: what counts is that each is sent.
    const sent = new Set<string>();
    const kafka = {
      produce: async (messages) => {
        for (const { value } of messages) sent.add(String(value));
      },
    } as Partial<Kafka>;
    const relay = startRelay(proxy.url, direct, kafka as Kafka, log);
    const id = crypto.randomUUID();
    const append = () => transaction(direct, (tx) => appendEvent(tx, 'AccountDeleted', id, { id }));
    await append();
    await expect.poll(() => sent.size, { timeout: bound }).toBe(1);
    proxy.drop();
    await append();
    // For as long as it takes Postgres to end the leader's session, and the relay to try in vain.
    await expect
      .poll(
        async () =>
          (
            await direct.query(
              "select from pg_stat_activity where application_name like 'tma-relay-%' and datname = current_database()",
            )
          ).rowCount,
        { timeout: 20_000 },
      )
      .toBe(0);
    proxy.deliver();
    await expect.poll(() => sent.size, { timeout: bound }).toBe(2);
    await relay.stop();
    proxy.stop();
  });
});
