import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { connectDb, type Db, transaction } from './db.ts';
import { openDatabase } from './testing.ts';
import { isUnavailable } from './unavailable.ts';

const database = await openDatabase(inject('backing').clusterUrl, 2);
const { pool } = database;
beforeAll(() => pool.query('create table notes (text text)'));
afterAll(database.close);

const count = async () => Number((await pool.query('select count(*) from notes')).rows[0]?.count);

it('a transaction whose connection is cut is rolled back and fails as unavailable, and the next one works', async () => {
  const cut = transaction(pool, async (tx) => {
    await tx.query("insert into notes values ('lost')");
    const { rows } = await tx.query('select pg_backend_pid() as pid');
    await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await tx.query('select 1');
  });
  const error = await cut.catch((reason: unknown) => reason);
  expect(isUnavailable(error)).toBe(true);
  expect(await count()).toBe(0);
  await transaction(pool, (tx) => tx.query("insert into notes values ('kept')"));
  expect(await count()).toBe(1);
});

it('a connection that is cut while it is idle does no harm', async () => {
  await pool.query('select 1');
  const other = connectDb(database.url, pino({ level: 'silent' }), 1);
  await other.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
  );
  await other.end();
  await expect
    .poll(() =>
      pool.query('select 1').then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
});

it('an error inside a transaction rolls it back and is thrown as it was', async () => {
  const before = await count();
  const work = transaction(pool, async (tx) => {
    await tx.query("insert into notes values ('undone')");
    throw new Error('no');
  });
  await expect(work).rejects.toThrow('no');
  expect(await count()).toBe(before);
});

const errorOf = (work: Promise<unknown>) => work.catch((reason: unknown) => reason);

it('a statement on a connection that was lost before fails as unavailable', async () => {
  const late = transaction(pool, async (tx) => {
    const { rows } = await tx.query('select pg_backend_pid() as pid');
    await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await errorOf(tx.query('select 1'));
    await tx.query('select 2');
  });
  expect(isUnavailable(await errorOf(late))).toBe(true);
});

it('a pool that has no connection free in time fails as unavailable', async () => {
  const small = connectDb(database.url, pino({ level: 'silent' }), 1);
  const held = await small.connect();
  const errors = await Promise.all([errorOf(small.query('select 1')), errorOf(small.connect())]);
  expect(errors.map(isUnavailable)).toEqual([true, true]);
  held.release();
  await small.end();
});

it.each([
  ['hangs up', (server: Server) => server.on('connection', (socket) => socket.end())],
  ['is not there', (server: Server) => server.close()],
])('a server that %s: statements fail as unavailable', async (_what, breakIt) => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `postgres://u:p@127.0.0.1:${(server.address() as AddressInfo).port}/d`;
  breakIt(server);
  const unreachable = connectDb(url, pino({ level: 'silent' }), 1);
  expect(isUnavailable(await errorOf(unreachable.query('select 1')))).toBe(true);
  expect(isUnavailable(await errorOf(transaction(unreachable, async () => 1)))).toBe(true);
  await unreachable.end();
  server.close();
});

it('a server that only reads, as after a failover: a statement that writes fails as unavailable, and the next has another connection', async () => {
  const one = connectDb(database.url, pino({ level: 'silent' }), 1);
  const write = (db: Db) => db.query("insert into notes values ('after a failover')");
  for (const work of [() => write(one), () => transaction(one, write)]) {
    await one.query('set default_transaction_read_only = on');
    const error = await errorOf(work());
    expect([(error as { code?: string }).code, isUnavailable(error)]).toEqual(['25006', true]);
    await work();
  }
  await one.end();
});

it('a wrong statement does not fail as unavailable', async () => {
  for (const [text, values] of [['select nothing from nowhere'], ['select $1', 7 as never]] as const) {
    const error = await errorOf(pool.query(text, values));
    expect([error instanceof Error, isUnavailable(error)]).toEqual([true, false]);
  }
});
