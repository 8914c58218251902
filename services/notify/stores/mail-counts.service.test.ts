import { createLog, migrate } from '@tma/kit';
import { createDatabase } from '@tma/kit/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { countByState } from './deliveries.store.ts';

const folder = new URL('../migrations', import.meta.url);
/** The migrations of before mails were counted. */
const uncounted = 5;
let pool: pg.Pool;
let database: Awaited<ReturnType<typeof createDatabase>>;
beforeAll(async () => {
  database = await createDatabase(inject('backing').clusterUrl, folder);
  pool = new pg.Pool({ connectionString: database.url, max: 4 });
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

const byState = (a: { state: string }, b: { state: string }) => a.state.localeCompare(b.state);
/** What is counted, and what a look at every mail finds. */
async function counted() {
  const { rows } = await pool.query(
    `select state, count(*)::int as count, extract(epoch from max(coalesce(sent_at, created_at)))::float8 as newest
     from deliveries group by state`,
  );
  return { kept: (await countByState(pool)).toSorted(byState), scanned: rows.toSorted(byState) };
}
async function expectSame() {
  const { kept, scanned } = await counted();
  expect(kept).toEqual(scanned);
  return Object.fromEntries(kept.map(({ state, count }) => [state, count]));
}
/** Mails of ten recipients in every state, some of them old. */
const fill = (db: pg.Pool | pg.Client, mails: number) =>
  db.query(
    `insert into deliveries (event_id, recipient, kind, message_id, state, sent_at, created_at)
     select gen_random_uuid(), n % 10 || '@example.org', 'ReportCreated', '<x>', state,
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
  await fill(client as unknown as pg.Client, 8);
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
  const { rows } = await pool.query('select * from mail_counts');
  const mails = await pool.query('select * from deliveries');
  const before = await expectSame();
  const copied = [rows, mails.rows].map((all) => JSON.stringify(all));
  await pool.query('truncate deliveries, mail_counts');
  await pool.query(
    'insert into deliveries overriding system value select * from json_populate_recordset(null::deliveries, $1)',
    [copied[1]],
  );
  await pool.query('insert into mail_counts select * from json_populate_recordset(null::mail_counts, $1)', [copied[0]]);
  expect(await expectSame()).toEqual(before);
});

it('mails of before are counted by the migration, and those that somebody changes meanwhile', async () => {
  const old = await createDatabase(inject('backing').clusterUrl, null);
  const log = createLog('test', 'error');
  await migrate(old.url, folder, log, { own: uncounted });
  const [here, there] = [new pg.Client(old.url), new pg.Client(old.url)];
  await Promise.all([here.connect(), there.connect()]);
  await fill(here, 20);
  // A sender of the version before, in the middle of a mail.
  await there.query('begin');
  await there.query("update deliveries set state = 'sent', sent_at = now() where state = 'queued'");
  const migrated = migrate(old.url, folder, log);
  const waiting = "select from pg_locks where not granted and relation = 'deliveries'::regclass";
  await expect.poll(async () => (await here.query(waiting)).rowCount, { timeout: 20_000 }).toBe(1);
  await there.query('commit');
  await migrated;
  await there.query("update deliveries set state = 'failed' where state = 'deferred'");
  const { rows } = await here.query(
    'select sum(queued)::int as queued, sum(sent)::int as sent, sum(deferred)::int as deferred, sum(failed)::int as failed from mail_counts',
  );
  expect(rows).toEqual([{ queued: 0, sent: 10, deferred: 0, failed: 10 }]);
  await Promise.all([here.end(), there.end()]);
  await old.drop();
});
