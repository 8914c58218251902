import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { afterCommit, named, type Tx, transaction } from './db.ts';
import { noteDeadLetter, receive } from './outbox.store.ts';
import { appendEvent } from './outbox.ts';
import { openDatabase } from './testing.ts';
import { isUnavailable } from './unavailable.ts';

/** One connection, so that a test has the same one again. */
const { pool, close } = await openDatabase(inject('backing').clusterUrl, 1);
beforeAll(() => pool.query('create table notes (text text unique)'));
beforeEach(() => pool.query('truncate notes, outbox, inbox'));
afterAll(close);

const insert = (tx: Tx, text: string) => tx.query(named('insert into notes (text) values ($1)'), [text]);
const count = async (table = 'notes') => Number((await pool.query(`select count(*) from ${table}`)).rows[0]?.count);
const backend = async () => (await pool.query('select pg_backend_pid() as pid')).rows[0]?.pid;
const errorOf = (work: Promise<unknown>) => work.catch((reason: unknown) => reason);

it('a statement that fails fails its transaction with its error, and the connection goes on', async () => {
  await transaction(pool, (tx) => insert(tx, 'there'));
  const pid = await backend();
  const failing = () =>
    transaction(pool, async (tx) => {
      await insert(tx, 'before');
      await insert(tx, 'there');
    });
  // Twice: the second time the connection has planned the statement.
  for (const _ of [1, 2])
    expect(await errorOf(failing())).toMatchObject({ code: '23505', constraint: 'notes_text_key' });
  expect([await count(), await backend()]).toEqual([1, pid]);
  await pool.query('truncate notes');
  await failing();
  expect([await count(), await backend()]).toEqual([2, pid]);
});

it('a transaction with a failed statement is not taken for committed', async () => {
  const work = transaction(pool, async (tx) => {
    await insert(tx, 'one');
    await errorOf(tx.query('select nothing from nowhere'));
  });
  await expect(work).rejects.toThrow('rolled back');
  expect(await count()).toBe(0);
});

it('an event that does not fit its schema undoes what was written before it', async () => {
  const id = crypto.randomUUID();
  const work = transaction(pool, async (tx) => {
    await insert(tx, 'one');
    await appendEvent(tx, 'AccountDeleted', id, { id: 7 } as never);
  });
  expect(await errorOf(work)).toMatchObject({ name: 'ZodError' });
  expect([await count(), await count('outbox')]).toEqual([0, 0]);
});

it('values that cannot be sent fail their transaction alone', async () => {
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  const sending = (value: unknown) =>
    transaction(pool, async (tx) => {
      await insert(tx, crypto.randomUUID());
      return tx.query('select $1::jsonb as given', [value]);
    });
  for (const _ of [1, 2]) await expect(sending(circular)).rejects.toThrow('circular');
  expect(await count()).toBe(0);
  expect((await sending({ a: 1 })).rows).toEqual([{ given: { a: 1 } }]);
});

it('an event that was received takes effect once, and is no dead letter any more', async () => {
  const id = crypto.randomUUID();
  await noteDeadLetter(pool, { id, topic: 'reports', reason: 'no' });
  const taking = () => transaction(pool, (tx) => receive(tx, id));
  expect([await taking(), await taking()]).toEqual([true, false]);
  expect([await count('inbox'), await count('dead_letters')]).toEqual([1, 0]);
});

it('what waits for the commit happens after it, and not when there is none', async () => {
  const seen: number[] = [];
  const work = async (tx: Tx) => {
    await insert(tx, 'one');
    afterCommit(tx, async () => seen.push(await count()));
  };
  await transaction(pool, work);
  await expect(transaction(pool, work)).rejects.toMatchObject({ code: '23505' });
  expect(seen).toEqual([1]);
});

it('a statement that is asked for while another is under way fails its transaction', async () => {
  const work = transaction(pool, (tx) => Promise.all([insert(tx, 'one'), insert(tx, 'two')]));
  await expect(work).rejects.toThrow('one by one');
  expect(await count()).toBe(0);
  await transaction(pool, (tx) => insert(tx, 'after'));
  expect(await count()).toBe(1);
});

it('a statement that nobody awaited is over before its transaction is', async () => {
  await transaction(pool, async (tx) => {
    insert(tx, 'unawaited').catch(() => {});
  });
  expect(await count()).toBe(1);
});

it('nothing follows the end of a transaction', async () => {
  const ended = await transaction(pool, async (tx) => [tx]);
  await expect(insert(ended[0] as Tx, 'late')).rejects.toThrow('after the end');
  expect(await count()).toBe(0);
});

it('a connection that is lost fails the transaction as unavailable', async () => {
  const work = transaction(pool, async (tx) => {
    await insert(tx, 'lost');
    await tx.query('select pg_terminate_backend(pg_backend_pid())');
  });
  expect(isUnavailable(await errorOf(work))).toBe(true);
  expect(await count()).toBe(0);
});
