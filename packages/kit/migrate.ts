import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import type { Logger } from 'pino';
import * as store from './migrate.store.ts';
import { pause } from './pause.ts';
import { boundedConnection } from './pool.ts';

/** Any number, the same in every service: each has a database of its own. Services that start together wait for each other. */
const migrationLock = 7_610_001;
/** How long a migration's statement, or the wait for another instance, may take: it rewrites tables and builds indexes. */
const statementMs = 3_600_000;
/** How long a statement waits for a lock: requests for the table queue behind it. Then it lets these go first. */
const lockMs = 2000;
const betweenMs = 3000;

/** The migrations of kit's own tables. */
export const kitSchema = new URL('./schema/', import.meta.url);

/**
 * Brings a database up to date: the tables of kit, then the service's own. A folder `schema` has
 *
 * - `001-baseline.sql`, then `NNN-what.sql`: tables and indexes. Each file runs once, in the order of names, and is not changed
 *   once it was released.
 * - `functions/*.sql`: functions and triggers. A file is changed in place, and can be run again: `create or replace function`,
 *   `create or replace trigger`, for a constraint trigger `drop trigger if exists` and `create`. All are run in one transaction,
 *   in the order of names and kit's first, after any numbered file ran; those whose text changed since they were last run here,
 *   at any start.
 *
 * Instances of the previous version work on meanwhile, so a numbered file fits their statements and functions: these are there
 * when it runs, also after a restore of an older backup. It drops those whose file is deleted, or which get other parameters or
 * results; no other trigger is missing afterwards.
 *
 * An instance of a previous version that starts late leaves the functions of the newer one as they are.
 * @param folder the service's schema; null for the tables of kit alone
 * @param only how many numbered files of each to run, the oldest first, and no functions, where not all are wanted
 */
export async function migrate(
  url: string,
  folder: URL | null,
  log: Logger,
  only?: { kit: number; own: number },
): Promise<void> {
  const locked = new pg.Client(boundedConnection(url, statementMs));
  locked.on('error', (error) => log.warn({ err: error }, 'the connection that holds the lock of migrations was lost'));
  await locked.connect();
  try {
    // By a connection of its own: waiting for another instance has no limit of seconds, as waiting for a table has.
    await store.lockMigrations(locked, migrationLock);
    const schemas = [{ name: 'kit', folder: kitSchema, table: 'kit_migrations', count: only?.kit }];
    if (folder) schemas.push({ name: 'own', folder, table: 'migrations', count: only?.own });
    for (const schema of schemas) await runNumberedFiles(url, schema, log);
    if (!only) await retryLockTimeouts(log, () => runFunctions(locked, schemas));
  } finally {
    await locked.end();
  }
}

interface Schema {
  name: string;
  folder: URL;
  /** Where the runner notes the numbered files that ran. */
  table: string;
  count: number | undefined;
}

function runNumberedFiles(url: string, { folder, table, count }: Schema, log: Logger): Promise<void> {
  const connection = { ...boundedConnection(url, statementMs), ...(count === undefined && { lock_timeout: lockMs }) };
  return retryLockTimeouts(log, async () => {
    // Whole migrations with what Postgres says of them: logged once, not at each attempt.
    const errors: string[] = [];
    const logger = {
      debug: (message: string) => log.debug(message),
      info: (message: string) => log.debug(message),
      warn: (message: string) => log.warn(message),
      error: (message: string) => errors.push(message),
    };
    const plan = { direction: 'up', noLock: true, checkOrder: true, migrationsTable: table, count } as const;
    try {
      await runner({ ...plan, dir: fileURLToPath(folder), databaseUrl: connection, logger });
    } catch (error) {
      if (!isLockTimeout(error)) for (const message of errors) log.error(message);
      throw error;
    }
  });
}

/** Another transaction, such as a long download, may hold a table for minutes: a migration is tried until it runs. */
async function retryLockTimeouts<T>(log: Logger, attempt: () => Promise<T>): Promise<T> {
  for (const end = Date.now() + statementMs; ; await pause(betweenMs)) {
    try {
      return await attempt();
    } catch (error) {
      if (!isLockTimeout(error) || Date.now() > end) throw error;
      log.warn('a migration waited too long for a lock and is tried again');
    }
  }
}

const isLockTimeout = (error: unknown) => (error as { code?: unknown }).code === '55P03';

/** Runs the function files whose text changed, or all after numbered files ran. Functions of a newer version stay. */
async function runFunctions(client: pg.Client, schemas: readonly Schema[]): Promise<void> {
  for (const { folder, table } of schemas) {
    if ((await store.countNumberedFiles(client, table)) > numberedFiles(folder).length) return;
  }
  await store.beginWithLockTimeout(client, lockMs);
  try {
    const ran = await store.functionFilesThatRan(client);
    const files = schemas.flatMap(functionFiles);
    for (const file of files) {
      if (ran.get(file.name) === file.sha256) continue;
      await client.query(file.text);
      await store.noteFunctionFile(client, file);
    }
    const names = files.map(({ name }) => name);
    await store.keepFunctionFiles(client, names);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** Makes the functions and triggers of a database that was filled from a backup, from the texts in the backup. */
export async function restoreFunctions(client: pg.Client): Promise<void> {
  for (const text of await store.functionTexts(client)) await client.query(text);
}

/** The names of a schema's numbered files, without their ending, in order. */
export const numberedFiles = (folder: URL): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -'.sql'.length))
    .sort();

/** The files of functions, each with a hash of its text and of the names of the numbered files before it. */
function functionFiles({ name, folder }: Schema) {
  const functions = new URL('functions/', folder);
  const files = existsSync(functions) ? readdirSync(functions).sort() : [];
  const numbered = numberedFiles(folder).join();
  return files.map((file) => {
    const text = readFileSync(new URL(file, functions), 'utf8');
    const sha256 = createHash('sha256').update(numbered).update(text).digest('hex');
    return { name: `${name}/${file}`, text, sha256 };
  });
}
