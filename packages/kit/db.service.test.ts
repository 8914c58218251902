import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { connectDb, isUnavailable, type Pool, transaction } from './db.ts';
import { createDatabase } from './testing.ts';

const { clusterUrl } = inject('backing');
let database: Awaited<ReturnType<typeof createDatabase>>;
let pool: Pool;

beforeAll(async () => {
  database = await createDatabase(clusterUrl, null);
  pool = connectDb(database.url, pino({ level: 'silent' }), 2);
  await pool.query('create table notes (text text)');
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const count = async () => Number((await pool.query('select count(*) from notes')).rows[0].count);

it('a transaction whose connection is cut is undone, says that the database was away, and the next one works', async () => {
  const cut = transaction(pool, async (tx) => {
    await tx.query("insert into notes values ('lost')");
    const { rows } = await tx.query('select pg_backend_pid() as pid');
    await pool.query('select pg_terminate_backend($1)', [rows[0].pid]);
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

it('what fails inside is undone and thrown as it was', async () => {
  const before = await count();
  const work = transaction(pool, async (tx) => {
    await tx.query("insert into notes values ('undone')");
    throw new Error('no');
  });
  await expect(work).rejects.toThrow('no');
  expect(await count()).toBe(before);
});
