import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import type { Logger } from 'pino';
import { boundedConnection } from './db.ts';
import { pause } from './pause.ts';

/** Any number, the same in every service: each has a database of its own. Services that start together wait for each other. */
const migrationLock = 7_610_001;
/** How long a statement of a migration may take, or waiting for another instance's: they rewrite tables and build indexes. */
const statementMs = 3_600_000;
/** How long one waits for a lock: whoever asks for the same table meanwhile waits behind it. Then those go first for a while. */
const lockMs = 2000;
const betweenMs = 3000;

/**
 * Brings a database up to date: the tables of kit, then the service's own.
 * @param folder the service's migrations; null for the tables of kit alone
 * @param only how many migrations of each to run, the oldest first, where not all of them are wanted
 */
export async function migrate(
  url: string,
  folder: URL | null,
  log: Logger,
  only: { kit?: number; own?: number } = {},
): Promise<void> {
  const alone = new pg.Client(boundedConnection(url, statementMs));
  alone.on('error', (error) => log.warn({ err: error }, 'the connection that holds the lock of migrations was lost'));
  await alone.connect();
  try {
    // By a connection of its own: waiting for another instance has no limit of seconds, as waiting for a table has.
    await alone.query('select pg_advisory_lock($1)', [migrationLock]);
    await migrateFolder(url, new URL('./migrations', import.meta.url), 'kit_migrations', log, only.kit);
    if (folder) await migrateFolder(url, folder, 'migrations', log, only.own);
  } finally {
    await alone.end();
  }
}

/** Another transaction, such as a long download, may hold a table for minutes: a migration of all is tried again until it is done. */
async function migrateFolder(url: string, folder: URL, migrationsTable: string, log: Logger, count?: number) {
  const isTriedAgain = count === undefined;
  const connection = { ...boundedConnection(url, statementMs), ...(isTriedAgain && { lock_timeout: lockMs }) };
  for (const end = Date.now() + statementMs; ; await pause(betweenMs)) {
    // Whole migrations with what Postgres says of them: told once, not at each attempt.
    const errors: string[] = [];
    const logger = {
      debug: (message: string) => log.debug(message),
      info: (message: string) => log.debug(message),
      warn: (message: string) => log.warn(message),
      error: (message: string) => errors.push(message),
    };
    const dir = fileURLToPath(folder);
    try {
      await runner({ ...always, databaseUrl: connection, dir, migrationsTable, count, logger });
      return;
    } catch (error) {
      if (!isTriedAgain || !isLockTimeout(error) || Date.now() > end) {
        for (const message of errors) log.error(message);
        throw error;
      }
      log.warn('a migration waited too long for a lock and is tried again');
    }
  }
}

const always = { direction: 'up', noLock: true, checkOrder: true } as const;
const isLockTimeout = (error: unknown) => (error as { code?: unknown }).code === '55P03';
