import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { commitWith, connectDb, named, type Pool, type Tx, transaction } from './db.ts';
import { Flight } from './flight.ts';
import { receive } from './outbox.store.ts';
import { appendEvent } from './outbox.ts';
import { createDatabase, startSilentProxy } from './testing.ts';
import { isUnavailable } from './unavailable.ts';

const { clusterUrl } = inject('backing');
let database: Awaited<ReturnType<typeof createDatabase>>;
let proxy: Awaited<ReturnType<typeof startSilentProxy>>;
/** One connection, so that a test has the same one again. */
let pool: Pool;

beforeAll(async () => {
  database = await createDatabase(clusterUrl, null);
  const url = new URL(database.url);
  const { hostname: host, port } = url;
  proxy = await startSilentProxy(() => ({ host, port: Number(port) }));
  url.host = `127.0.0.1:${proxy.port}`;
  pool = connectDb(url.href, pino({ level: 'silent' }), 1);
  await pool.query('create table notes (text text unique)');
});
beforeEach(() => pool.query('truncate notes, outbox, inbox'));
afterAll(async () => {
  await pool.end();
  proxy.stop();
  await database.drop();
});

const insert = (tx: Tx, text: string) => tx.query(named('insert into notes (text) values ($1)'), [text]);
const count = async (table = 'notes') => Number((await pool.query(`select count(*) from ${table}`)).rows[0].count);
const backend = async () => (await pool.query('select pg_backend_pid() as pid')).rows[0].pid;
const errorOf = (work: Promise<unknown>) => work.catch((reason: unknown) => reason);

/** How many round trips to Postgres some work takes. */
async function trips(work: () => Promise<unknown>) {
  const before = proxy.roundTrips();
  await work();
  return proxy.roundTrips() - before;
}

it('what does not wait for each other goes in one round trip, with begin and commit', async () => {
  const both = () =>
    transaction(pool, (tx) => commitWith(tx, [insert(tx, crypto.randomUUID()), receive(tx, crypto.randomUUID())]));
  expect(await trips(both)).toBe(1);
  expect(await both()).toMatchObject([{ rowCount: 1 }, true]);
  expect([await count(), await count('inbox')]).toEqual([2, 2]);
});

it('what waits for an answer takes one more, and a commit by itself', async () => {
  const work = async (tx: Tx) => {
    if (await receive(tx, crypto.randomUUID())) await insert(tx, 'effect');
  };
  expect(await trips(() => transaction(pool, work))).toBe(3);
  expect(await trips(() => transaction(pool, async () => {}))).toBe(0);
});

it('statements are carried out in the order in which they were asked for', async () => {
  const results = await transaction(pool, (tx) =>
    Promise.all(
      [1, 2, 3].map(() =>
        tx.query('insert into notes values (random()::text) returning (select count(*)::int from notes) as n'),
      ),
    ),
  );
  expect(results.map(({ rows }) => rows[0].n)).toEqual([0, 1, 2]);
});

it('a statement that fails fails its transaction with its error, and the connection goes on', async () => {
  await transaction(pool, (tx) => insert(tx, 'there'));
  const pid = await backend();
  const failing = () =>
    transaction(pool, (tx) =>
      commitWith(tx, [
        insert(tx, 'before'),
        tx.query(named('insert into notes (text) values ($1) returning text as first'), ['there']),
        tx.query(named('insert into notes (text) values ($1) returning text as second'), ['behind']),
      ]),
    );
  // Twice: what was named behind the failed statement was not planned the first time.
  for (const _ of [1, 2])
    expect(await errorOf(failing())).toMatchObject({ code: '23505', constraint: 'notes_text_key' });
  expect([await count(), await backend()]).toEqual([1, pid]);
  await pool.query('truncate notes');
  await failing();
  expect([await count(), await backend()]).toEqual([3, pid]);
});

it('a transaction with a failed statement is not taken for committed', async () => {
  const work = transaction(pool, async (tx) => {
    await insert(tx, 'one');
    await errorOf(tx.query('select nothing from nowhere'));
  });
  await expect(work).rejects.toThrow('rolled back');
  expect(await count()).toBe(0);
});

it('when begin fails, what was sent with it has no effect', async () => {
  const client = await pool.connect();
  const flight = new Flight([['begin in some way'], ["insert into notes values ('never')"]]);
  expect(await errorOf(client.query(flight) as unknown as Flight['answer'])).toMatchObject({ code: '42601' });
  client.release();
  expect(await count()).toBe(0);
});

it('what fails without a statement undoes what would have been committed with it', async () => {
  const id = crypto.randomUUID();
  const work = transaction(pool, (tx) =>
    commitWith(tx, [insert(tx, 'one'), appendEvent(tx, 'AccountDeleted', id, { id: 7 } as never), insert(tx, 'two')]),
  );
  expect(await errorOf(work)).toMatchObject({ name: 'ZodError' });
  expect([await count(), await count('outbox')]).toEqual([0, 0]);
});

it('values that cannot be sent fail their transaction alone', async () => {
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  const work = () =>
    transaction(pool, (tx) =>
      commitWith(tx, [insert(tx, 'one'), tx.query(named('select $1::jsonb as given'), [circular])]),
    );
  for (const _ of [1, 2]) await expect(work()).rejects.toThrow('circular');
  expect(await count()).toBe(0);
  const { rows } = await pool.query(named('select $1::jsonb as given'), [{ a: 1 }]);
  expect(rows).toEqual([{ given: { a: 1 } }]);
});

it('nothing follows the commit of a transaction', async () => {
  const work = transaction(pool, async (tx) => {
    await commitWith(tx, [insert(tx, 'one')]);
    await insert(tx, 'two');
  });
  await expect(work).rejects.toThrow('after the commit');
  expect(await count()).toBe(1);
});

it('a connection that is lost fails every statement of its flight as unavailable', async () => {
  const failed: unknown[] = [];
  const work = transaction(pool, async (tx) => {
    const asked = [tx.query('select pg_terminate_backend(pg_backend_pid())'), insert(tx, 'lost'), insert(tx, 'too')];
    for (const one of await Promise.allSettled(asked)) if (one.status === 'rejected') failed.push(one.reason);
    throw failed[0];
  });
  expect(isUnavailable(await errorOf(work))).toBe(true);
  expect(failed.map(isUnavailable)).toEqual([true, true, true]);
  expect(await count()).toBe(0);
});
