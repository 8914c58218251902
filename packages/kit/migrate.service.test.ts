import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { migrate, restoreFunctions } from './migrate.ts';
import { createLog } from './process.ts';
import { createDatabase } from './testing.ts';

/** A database, and a schema that is written file by file. */
async function begin() {
  const database = await createDatabase(inject('backing').clusterUrl, null);
  const folder = await mkdtemp(join(tmpdir(), 'tma-migrations-'));
  await mkdir(join(folder, 'functions'));
  const client = new pg.Client(database.url);
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await database.drop();
    await rm(folder, { recursive: true });
  });
  return {
    url: database.url,
    client,
    write: (file: string, sql: string) => writeFile(join(folder, file), sql),
    remove: (file: string) => rm(join(folder, file)),
    migrate: (only?: { kit: number; own: number }) =>
      migrate(database.url, pathToFileURL(`${folder}/`), createLog('test', 'silent'), only),
    answer: async () => (await client.query<{ answer: unknown }>('select answer()')).rows[0]?.answer,
    /** Waits until somebody waits for a lock on the table `things`. */
    untilWaiting: () => {
      const waiting = "select from pg_locks where not granted and relation = 'things'::regclass";
      return expect.poll(async () => (await client.query(waiting)).rowCount, { timeout: 20_000 }).toBe(1);
    },
  };
}

const answering = (number: number) => `create or replace function answer() returns int language sql return ${number};`;

it.each([
  { what: 'a numbered file', file: '001-name.sql', sql: 'alter table things add column name text;' },
  {
    what: 'a trigger',
    file: 'functions/things.sql',
    sql: `create or replace trigger keep before update on things
      for each row execute function suppress_redundant_updates_trigger();`,
  },
])(
  '$what that waits for a lock lets others go first, and is there once the lock is free',
  async ({ file, sql }) => {
    const { url, client, write, migrate, untilWaiting } = await begin();
    const slow = new pg.Client(url);
    onTestFinished(() => slow.end());
    await slow.connect();
    await client.query('create table things (id int)');
    await write(file, sql);
    await slow.query('begin');
    await slow.query('insert into things values (1)');
    let isDone = false;
    const migrated = migrate().then(() => {
      isDone = true;
    });
    await untilWaiting();
    // It stands behind the migration in the line for this table.
    await client.query('insert into things values (2)');
    expect(isDone).toBe(false);
    await slow.query('commit');
    await migrated;
    const { rowCount } = await client.query(`
    select from pg_attribute where attrelid = 'things'::regclass and attname = 'name'
    union all select from pg_trigger where tgrelid = 'things'::regclass`);
    expect(rowCount).toBe(1);
  },
  60_000,
);

it('a file of functions is run again once its text changes, and only then', async () => {
  const { client, write, migrate, answer } = await begin();
  await write('001-baseline.sql', 'create table things (id int);');
  await write('functions/answer.sql', answering(1));
  await migrate();
  expect(await answer()).toBe(1);
  await client.query(answering(42));
  await migrate();
  expect(await answer()).toBe(42);
  await write('functions/answer.sql', answering(2));
  await migrate();
  expect(await answer()).toBe(2);
});

it('after a numbered file all functions and triggers are there again, whatever it dropped', async () => {
  const { write, migrate, answer } = await begin();
  await write('001-baseline.sql', 'create table things (id int);');
  await write('functions/answer.sql', answering(1));
  await migrate();
  await write('002-drop.sql', 'drop function answer();');
  await migrate();
  expect(await answer()).toBe(1);
});

it('files of functions are run together or not at all', async () => {
  const { write, migrate, answer } = await begin();
  await write('functions/answer.sql', answering(1));
  await migrate();
  await write('functions/answer.sql', answering(2));
  await write('functions/broken.sql', 'create or replace function broken() returns int language sql return nothing;');
  await expect(migrate()).rejects.toThrow(/nothing/);
  expect(await answer()).toBe(1);
});

it('a previous version leaves the functions of a newer one as they are', async () => {
  const { write, remove, migrate, answer } = await begin();
  await write('001-baseline.sql', 'create table things (id int);');
  await write('002-name.sql', 'alter table things add column name text;');
  await write('functions/answer.sql', answering(2));
  await migrate();
  await remove('002-name.sql');
  await write('functions/answer.sql', answering(1));
  await migrate();
  expect(await answer()).toBe(2);
});

it('a restore of an older backup has the tables and the functions of then, until all is brought up to date', async () => {
  const { client, write, migrate, answer } = await begin();
  await write('001-baseline.sql', 'create table things (id int);');
  await write('functions/answer.sql', answering(1));
  await migrate();
  const backup = await client.query('select name, sha256, text from function_files');
  await client.query('drop schema public cascade');
  await client.query('create schema public');

  // A newer version.
  await write('002-drop.sql', 'drop function answer();');
  const text = "create or replace function answer() returns text language sql return 'a text';";
  await write('functions/answer.sql', text);
  await migrate({ kit: 1, own: 1 });
  await expect(answer()).rejects.toThrow(/answer/);
  for (const { name, sha256, text } of backup.rows)
    await client.query('insert into function_files values ($1, $2, $3)', [name, sha256, text]);
  await restoreFunctions(client);
  expect(await answer()).toBe(1);
  await migrate();
  expect(await answer()).toBe('a text');
});
