import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createLog, migrate, restoreFunctions } from '@tma/kit';
import { openDatabase, prune } from '@tma/kit/testing';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { withDatabase } from '../backing/backing.ts';
import { withClient } from '../deploy/cluster.store.ts';
import { byService } from '../system.ts';
import { dump } from './dump.ts';
import { decryptWith, encryptTo } from './encryption.ts';
import { createBackupFile, readBackupFile } from './files.ts';
import { load, schemaFolder } from './load.ts';
import { writeManifest } from './manifest.ts';
import {
  checkReferences,
  emptyTables,
  hideAgain,
  readTable,
  restartInbox,
  serviceConnections,
  tablesOf,
  writeTable,
} from './tables.store.ts';

const { clusterUrl } = inject('backing');

const newName = (of: string) => `${of}_${randomUUID().replaceAll('-', '')}`;

/** Runs `work` on a connection to an empty database of its own. */
async function inEmptyDatabase(work: (client: pg.Client, url: string) => Promise<void>): Promise<void> {
  const name = newName('restore');
  const url = withDatabase(clusterUrl, name);
  await withClient(clusterUrl, (client) => client.query(`create database ${name}`));
  await withClient(url, (client) => work(client, url));
  await withClient(clusterUrl, (client) => client.query(`drop database ${name} with (force)`));
}

it.each([
  ['tma', 1],
  // What a relay calls itself (kit's relay.ts), and what notify of the version before did while it listened.
  ['tma-relay-4711', 1],
  ['tma-deliveries', 1],
  ['psql', 0],
])('before a restore a connection named %s counts as %i of a running service', (application_name, count) =>
  inEmptyDatabase(async (client, connectionString) => {
    const service = new pg.Client({ connectionString, application_name });
    await service.connect();
    expect(await serviceConnections(client)).toBe(count);
    await service.end();
  }),
);

it('a backup that does not reach each database leaves no connection open, which would keep it from ending', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'backup-'));
  const databases = { ...byService(() => clusterUrl), notify: withDatabase(clusterUrl, newName('missing')) };
  const target = { databases, brokers: { brokers: [] }, storage: null };
  await expect(dump(target, join(folder, 'made'), {})).rejects.toThrow('does not exist');
  const open = `select from pg_stat_activity where application_name = 'backup'`;
  await expect.poll(() => withClient(clusterUrl, async (client) => (await client.query(open)).rowCount)).toBe(0);
  await rm(folder, { recursive: true });
});

it('a restore replaces no database that holds anything, unless it is told to', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'restore-'));
  const databases = byService(() => ({ migrations: { kit: [], own: [] }, tables: [], sequences: {} }));
  const at = '2026-11-23T12:00:00.000Z';
  await writeManifest(folder, { format: 1, at, databases, originals: null, log: null, moves: false });
  await inEmptyDatabase(async (client, url) => {
    await client.query('create table things (id int)');
    const target = { databases: byService(() => url), brokers: { brokers: [] }, storage: null };
    await expect(load(target, folder, { replace: false })).rejects.toThrow('Add --replace');
    expect((await client.query('select from things')).rowCount).toBe(0);
  });
  await rm(folder, { recursive: true });
});

it('where a portal has moved away from, nobody knows how far its signed log comes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'backup-'));
  await inEmptyDatabase(async (client, url) => {
    await migrate(url, schemaFolder('reports'), createLog('test', 'error'));
    const target = { databases: byService(() => url), brokers: { brokers: [] }, storage: null };
    const { rows: signed } = await client.query('select signed_size::int, signed_root from log_state');
    await dump(target, join(folder, 'kept'), {});
    expect((await client.query('select signed_size::int, signed_root from log_state')).rows).toEqual(signed);
    await dump(target, join(folder, 'moved'), { moves: true });
    const { rows } = await client.query('select signed_size::int, signed_root from log_state');
    expect(rows).toEqual([{ signed_size: -2, signed_root: null }]);
  });
  await rm(folder, { recursive: true });
});

const functions = `create or replace function count_things() returns trigger language plpgsql as $$ begin
    insert into counts as known select kind, count(*) from added group by kind
    on conflict (kind) do update set things = known.things + excluded.things;
    return null;
  end $$;
  create or replace trigger count_things after insert on things referencing new table as added
    for each statement execute function count_things();`;

it('what triggers keep beside the rows is restored once, and they keep it from then on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'restore-'));
  await inEmptyDatabase(async (client) => {
    await client.query(
      `create table counts (kind text primary key, things int not null);
       create table things (id int primary key, kind text);
       create table notes (thing int references things (id) deferrable initially deferred);
       create table function_files (name text primary key, sha256 text not null, text text not null);
       ${functions}
       insert into things values (1, 'a'), (2, 'b'), (3, 'a');
       insert into notes values (1), (3)`,
    );
    await client.query('insert into function_files values ($1, $1, $2)', ['own/count-things.sql', functions]);
    const counts = async () => (await client.query('select * from counts order by kind')).rows;
    const tables = await tablesOf(client);
    for (const table of tables) await writeTable(client, table, join(folder, table.name));
    // As a restore makes the tables: before any function.
    await client.query('drop function count_things cascade');
    await client.query('begin');
    await emptyTables(client, tables);
    for (const table of tables) await readTable(client, table, join(folder, table.name));
    await checkReferences(client);
    await restoreFunctions(client);
    await client.query('commit');
    expect(await counts()).toEqual([
      { kind: 'a', things: 2 },
      { kind: 'b', things: 1 },
    ]);
    await client.query(`insert into things values (4, 'b')`);
    expect((await counts())[1]).toEqual({ kind: 'b', things: 2 });
  });
  await rm(folder, { recursive: true });
});

it('an event that was handled long before an old backup was restored is still known as handled', async () => {
  const { url, pool, close } = await openDatabase(clusterUrl);
  const id = randomUUID();
  await pool.query(`insert into inbox values ($1, now() - interval '60 days')`, [id]);
  await withClient(url, restartInbox);
  await prune(pool);
  expect((await pool.query('select from inbox where event_id = $1', [id])).rowCount).toBe(1);
  await close();
});

it('renderings of pictures that are hidden in a backup are removed after its restore: they may have been shown since', async () => {
  const { url, pool, close } = await openDatabase(clusterUrl);
  await pool.query('create table uploads (id int, kind text)');
  // As of a version that could not hide.
  await withClient(url, hideAgain);
  await pool.query('alter table uploads add column hidden boolean, add column hiding boolean not null default false');
  await pool.query(`insert into uploads values (1, 'image', true), (2, 'image', false), (3, 'document', true)`);
  await withClient(url, hideAgain);
  expect((await pool.query('select id from uploads where hiding')).rows).toEqual([{ id: 1 }]);
  await close();
});

it('rows that were written encrypted are the same once they are decrypted and read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tma-encrypted-rows-'));
  const [encrypted, plain] = [join(folder, 'things.copy.gz.age'), join(folder, 'things.copy.gz')];
  const key = join(folder, 'key.txt');
  const secret = await generateIdentity();
  await writeFile(key, secret);
  await inEmptyDatabase(async (client) => {
    // Hashes do not compress: the file has more than a chunk of the format (64 KiB).
    await client.query(
      'create table things as select id, sha256(id::text::bytea) as hash from generate_series(1, 9000) id',
    );
    const sum = `select md5(string_agg(id || hash::text, ',' order by id)) as sum from things`;
    const before = (await client.query(sum)).rows;
    const table = { name: 'things', columns: ['id', 'hash'] };
    const recipient = await identityToRecipient(secret);
    expect((await writeTable(client, table, encrypted, encryptTo([recipient]))).rows).toBe(9000);
    await pipeline(readBackupFile(encrypted), await decryptWith(key), createBackupFile(plain));
    await emptyTables(client, [table]);
    expect(await readTable(client, table, plain)).toBe(9000);
    expect((await client.query(sum)).rows).toEqual(before);
  });
  await rm(folder, { recursive: true });
});
