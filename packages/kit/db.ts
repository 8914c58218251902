import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import type { Logger } from 'pino';
import { inSpan, traceStatements } from './tracing/index.ts';

export type Pool = pg.Pool;
/** A connection inside a transaction. */
export type Tx = pg.PoolClient;
/** Where a query can be sent: the pool, or a transaction. */
export type Db = Pool | Tx;

/** A pool that survives lost connections: its idle ones and those handed out. Statements end after 10 s. */
export function connectDb(url: string, log: Logger, size = 10): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 15_000,
    application_name: 'tma',
  });
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'));
  // Without a listener of its own, a connection lost while handed out ends the process.
  pool.on('connect', (client) => {
    traceStatements(client);
    client.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'));
  });
  traceStatements(pool);
  return pool;
}

/** Runs `work` in one transaction: committed when it returns, rolled back when it throws. */
export const transaction = <T>(pool: Pool, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inSpan({ name: 'transaction' }, () => commitOrUndo(pool, work));

async function commitOrUndo<T>(pool: Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((lost: Error) => {
      broken = lost;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** SQL states of a server that is away, starting, stopping or full (PostgreSQL appendix A), of sockets and disks. */
const unavailableCodes =
  /^(08...|57P0[1-5]|53...|25P03|ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ENOSPC|STORAGE_AWAY|UND_ERR_(CONNECT_TIMEOUT|SOCKET|HEADERS_TIMEOUT))$/;
const unavailableMessages = /Connection terminated|timeout exceeded when trying to connect|Client has encountered/;

/** Whether an error says that a dependency is away, so that trying again later makes sense. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && unavailableCodes.test(code)) return true;
  return unavailableMessages.test(error.message) || (error.cause !== undefined && isUnavailable(error.cause));
}

/** Whether a unique constraint of this name refused a row. */
export const violates = (error: unknown, constraint: string) =>
  error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint;

/**
 * Brings a database up to date: the tables of kit, then the service's own. Services that start together wait for each other.
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

const migrateFolder = (databaseUrl: string, folder: URL, migrationsTable: string, log: Logger, count?: number) =>
  runner({
    databaseUrl,
    dir: fileURLToPath(folder),
    migrationsTable,
    direction: 'up',
    count,
    advisoryLockMode: 'wait',
    lockValue: 7_610_001,
    checkOrder: true,
    logger: {
      debug: (message) => log.debug(message),
      info: (message) => log.debug(message),
      warn: (message) => log.warn(message),
      error: (message) => log.error(message),
    },
  });
