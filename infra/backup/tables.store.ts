import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type pg from 'pg';
import copy from 'pg-copy-streams';
import { createBackupFile, type FileCipher, hashingStream, readBackupFile } from './files.ts';

interface Table {
  name: string;
  columns: string[];
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const target = ({ name, columns }: Table) => `${quoted(name)} (${columns.map(quoted).join(', ')})`;

/**
 * The tables in which the runner of migrations notes what has run, which it fills itself on a restore, and the keys that sign
 * tokens, of which auth makes a new one when there is none.
 */
const leftOut: readonly string[] = ['kit_migrations', 'migrations', 'signing_keys'];

/** Begins a transaction that sees the database as of now until its end. @returns the time of the snapshot */
export async function beginSnapshot(client: pg.Client): Promise<Date> {
  await client.query('begin isolation level repeatable read read only');
  const { rows } = await client.query<{ now: Date }>('select now()');
  return rows[0]?.now ?? new Date();
}

/** The tables of a database that are kept, with the columns that are written, each after those it refers to. */
export async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table & { refers: string[] }>(
    `select relname as name,
       (select array_agg(attname::text order by attnum) from pg_attribute
        where attrelid = t.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
       array(select r.relname::text from pg_constraint c join pg_class r on r.oid = c.confrelid
        where c.conrelid = t.oid and c.contype = 'f' and c.confrelid <> t.oid) as refers
     from pg_class t
     where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> all($1) order by relname`,
    [leftOut],
  );
  const ordered: typeof rows = [];
  while (ordered.length < rows.length) {
    const done = new Set(ordered.map(({ name }) => name));
    const next = rows.filter(({ name, refers }) => !done.has(name) && refers.every((other) => done.has(other)));
    if (next.length === 0) throw new Error('The tables refer to each other in a circle.');
    ordered.push(...next);
  }
  return ordered.map(({ name, columns }) => ({ name, columns }));
}

/** The names of the migrations that have run, oldest first. */
export async function migrationsOf(client: pg.Client, table: 'kit_migrations' | 'migrations'): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`select name from ${table} order by id`);
  return rows.map(({ name }) => name);
}

/** The last value of each used sequence, but for those of the migration tables. */
export async function sequencesOf(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; last: string }>(
    `select sequencename as name, last_value as last from pg_sequences
     where schemaname = 'public' and last_value is not null and sequencename not like '%migrations_id_seq'`,
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

const asItIs: FileCipher = async function* (source) {
  yield* source;
};

/** Writes a table's rows to a file, encrypted if `encrypt` is given. @returns the number of rows and the file's SHA-256 */
export async function writeTable(client: pg.Client, table: Table, path: string, encrypt?: FileCipher) {
  const rows = client.query(copy.to(`copy ${target(table)} to stdout`));
  const { through, sha256 } = hashingStream();
  await pipeline(rows, createGzip({ level: 4 }), encrypt ?? asItIs, through, createBackupFile(path));
  return { rows: rows.rowCount, sha256: sha256() };
}

/** Fills an empty table without triggers: what these keep is in the backup, too. @returns the number of rows */
export async function readTable(client: pg.Client, table: Table, path: string): Promise<number> {
  const rows = client.query(copy.from(`copy ${target(table)} from stdin`));
  await pipeline(readBackupFile(path), createGunzip(), rows);
  return rows.rowCount;
}

/** Checks now what rows refer to, where that waits for the commit: a table gets no trigger while such a check waits. */
export const checkReferences = (client: pg.Client) => client.query('set constraints all immediate');

export const emptyTables = (client: pg.Client, tables: readonly Table[]) =>
  client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`);

export async function restoreSequences(client: pg.Client, sequences: Record<string, string>): Promise<void> {
  for (const [name, last] of Object.entries(sequences)) {
    await client.query('select setval($1::regclass, $2)', [quoted(name), last]);
  }
}

/** Whether a database has any table. */
export async function isUsed(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ used: boolean }>(
    `select exists (select from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace) as used`,
  );
  return rows[0]?.used ?? false;
}

export async function serviceConnections(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and (application_name = 'tma' or application_name like 'tma-%')`,
  );
  return rows[0]?.count ?? 0;
}

export async function dropEverything(client: pg.Client): Promise<void> {
  await client.query('drop schema public cascade');
  await client.query('create schema public');
}

/**
 * Marks every event in the outbox as unsent that has its data: nobody knows which of them this Kafka still has, and consumers
 * recognize by its id an event that they have handled. One without data was handled by all of them.
 */
export const resendOutbox = (client: pg.Client) =>
  client.query('update outbox set published_at = null where not emptied');

/**
 * What was handled counts as handled now, so that it is known for as long: an event that is sent again may be older than the backup by
 * as much as an outbox keeps it.
 */
export const restartInbox = (client: pg.Client) => client.query('update inbox set handled_at = now()');

/** An upload waits for its report's event, which is sent again: its lifetime starts again. */
export const restartUnclaimedUploads = (client: pg.Client) =>
  client.query('update uploads set created_at = now() where claimed_at is null');

/**
 * Has the service remove the renderings of pictures that are hidden in the backup: they may have been shown since, and readers are answered
 * from the storage alone. A database of before there was hiding has none.
 */
export async function hideAgain(client: pg.Client): Promise<void> {
  const column = `select from pg_attribute where attrelid = 'uploads'::regclass and attname = 'hiding' and not attisdropped`;
  if ((await client.query(column)).rowCount === 0) return;
  await client.query(`update uploads set hiding = true where hidden and kind <> 'document'`);
}

/** Whether a database knows the signed log: of before there was one, it has no table. */
export async function knowsLog(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>(`select to_regclass('log_state') is not null as is`);
  return rows[0]?.is ?? false;
}

/**
 * Notes in the database of reports that the signed log may be further than it: by its files, which are there, if it is `there`. Else nobody
 * knows how far, and it goes on under a new name.
 */
export const noteLog = (client: pg.Client, where: 'there' | 'unknown') =>
  client.query('update log_state set signed_size = $1, signed_root = null', [where === 'there' ? -1 : -2]);
