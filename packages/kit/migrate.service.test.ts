import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { migrate } from './migrate.ts';
import { createLog } from './process.ts';
import { createDatabase } from './testing.ts';

it('a migration that waits for a lock lets others go first, and is done once the lock is free', async () => {
  const database = await createDatabase(inject('backing').clusterUrl, null);
  const folder = await mkdtemp(join(tmpdir(), 'tma-migrations-'));
  const [slow, quick] = [new pg.Client(database.url), new pg.Client(database.url)];
  onTestFinished(async () => {
    await Promise.all([slow.end(), quick.end()]);
    await database.drop();
    await rm(folder, { recursive: true });
  });
  await Promise.all([slow.connect(), quick.connect()]);
  await quick.query('create table things (id int)');
  await writeFile(join(folder, '001-name.sql'), 'alter table things add column name text;');
  await slow.query('begin');
  await slow.query('select from things');
  let isDone = false;
  const migrated = migrate(database.url, pathToFileURL(`${folder}/`), createLog('test', 'fatal')).then(() => {
    isDone = true;
  });
  const waiting = "select from pg_locks where not granted and relation = 'things'::regclass";
  await expect.poll(async () => (await quick.query(waiting)).rowCount, { timeout: 20_000 }).toBe(1);
  // It stands behind the migration in the line for this table.
  await quick.query('select from things');
  expect(isDone).toBe(false);
  await slow.query('commit');
  await migrated;
  expect((await quick.query('select name from things')).rowCount).toBe(0);
}, 60_000);
