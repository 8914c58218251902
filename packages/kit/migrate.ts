import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import type { Logger } from 'pino';
import { boundedConnection } from './db.ts';

/** Any number, the same in every service: each has a database of its own. Services that start together wait for each other. */
const migrationLock = 7_610_001;
/** How long a statement of a migration may take, or waiting for another instance's: they rewrite tables and build indexes. */
const statementMs = 3_600_000;

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
  await migrateFolder(url, new URL('./migrations', import.meta.url), 'kit_migrations', log, only.kit);
  if (folder) await migrateFolder(url, folder, 'migrations', log, only.own);
}

const migrateFolder = (url: string, folder: URL, migrationsTable: string, log: Logger, count?: number) =>
  runner({
    databaseUrl: boundedConnection(url, statementMs),
    dir: fileURLToPath(folder),
    migrationsTable,
    direction: 'up',
    count,
    advisoryLockMode: 'wait',
    lockValue: migrationLock,
    checkOrder: true,
    logger: {
      debug: (message) => log.debug(message),
      info: (message) => log.debug(message),
      warn: (message) => log.warn(message),
      error: (message) => log.error(message),
    },
  });
