import { createDatabase } from '@tma/kit/testing';
import pg from 'pg';
import { afterAll, expect, inject, it } from 'vitest';
import { countByState } from './upkeep.store.ts';

const database = await createDatabase(inject('backing').clusterUrl, new URL('../schema/', import.meta.url));
const pool = new pg.Pool({ connectionString: database.url, max: 4 });
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const byState = (a: { state: string }, b: { state: string }) => a.state.localeCompare(b.state);
/** What is counted, and what a look at every mail finds. */
async function counted() {
  const { rows } = await pool.query(
    `select state, count(*)::int as count, extract(epoch from max(coalesce(sent_at, created_at)))::float8 as newest
     from deliveries group by state`,
  );
  return { kept: (await countByState(pool, 'mail')).toSorted(byState), scanned: rows.toSorted(byState) };
}
async function expectSame() {
  const { kept, scanned } = await counted();
  expect(kept).toEqual(scanned);
  return Object.fromEntries(kept.map(({ state, count }) => [state, count]));
}
/** Mails of ten recipients in every state, some of them old. */
const fill = (db: pg.Pool, mails: number) =>
  db.query(
    `insert into deliveries (event_id, channel, recipient, kind, message_id, state, sent_at, created_at)
     select gen_random_uuid(), 'mail', n % 10 || '@example.org', 'ReportCreated', '<x>', state,
       case when state = 'sent' then now() - make_interval(mins => n) end, now() - make_interval(hours => n)
     from generate_series(1, $1) n, lateral (values ((array['queued', 'sent', 'deferred', 'failed'])[1 + n % 4])) s (state)`,
    [mails],
  );

it('mails that are queued, put off, sent, given up and deleted are counted, also when a transaction is undone', async () => {
  expect(await expectSame()).toEqual({});
  await fill(pool, 40);
  expect(await expectSame()).toEqual({ queued: 10, sent: 10, deferred: 10, failed: 10 });
  await pool.query("update deliveries set state = 'deferred' where state = 'queued' and recipient <> '0@example.org'");
  await pool.query("update deliveries set state = 'sent', sent_at = now() where state in ('queued', 'deferred')");
  await pool.query("update deliveries set next_attempt_at = now() where state = 'sent'");
  expect(await expectSame()).toEqual({ sent: 30, failed: 10 });
  await pool.query("delete from deliveries where state = 'failed'");
  const client = await pool.connect();
  await client.query('begin');
  await fill(client as unknown as pg.Pool, 8);
  await client.query("update deliveries set state = 'failed'");
  await client.query('rollback');
  client.release();
  expect(await expectSame()).toEqual({ sent: 30 });
});

it('who changes mails side by side neither miscounts nor waits in a circle', async () => {
  await fill(pool, 80);
  const states = ['queued', 'sent', 'deferred', 'failed'];
  await Promise.all(
    Array.from({ length: 40 }, (_, turn) =>
      pool.query(
        `update deliveries set state = $1 where position in (
           select position from deliveries where recipient = $2 order by position for update skip locked)`,
        [states[turn % 4], `${turn % 10}@example.org`],
      ),
    ),
  );
  await pool.query("delete from deliveries where recipient < '4'");
  await expectSame();
});

it('a restore fills both tables, one after the other, and the counts are those of the mails', async () => {
  const { rows } = await pool.query('select * from delivery_counts');
  const mails = await pool.query('select * from deliveries');
  const before = await expectSame();
  const copied = [rows, mails.rows].map((all) => JSON.stringify(all));
  await pool.query('truncate deliveries, delivery_counts');
  await pool.query(
    'insert into deliveries overriding system value select * from json_populate_recordset(null::deliveries, $1)',
    [copied[1]],
  );
  await pool.query('insert into delivery_counts select * from json_populate_recordset(null::delivery_counts, $1)', [
    copied[0],
  ]);
  expect(await expectSame()).toEqual(before);
});
