import pg from 'pg';
import type { Logger } from 'pino';
import { inStatement } from './tracing/index.ts';
import { markDbAway } from './unavailable.ts';

type Values = unknown[];

/** Where a query can be sent: the pool, a connection of it, or a transaction. */
export interface Db {
  /** Whoever reads the rows of a statement names their type. */
  query<Row extends pg.QueryResultRow = pg.QueryResultRow>(
    statement: string | (pg.QueryConfig & { rowMode?: never }),
    values?: Values,
  ): Promise<pg.QueryResult<Row>>;
  query<Row extends unknown[]>(statement: pg.QueryArrayConfig, values?: Values): Promise<pg.QueryArrayResult<Row>>;
}

/** In milliseconds. After the first, Postgres ends a statement; after the second, its answer is awaited no longer. */
const statementMs = 8000;
const answerMs = 9000;
/** The SQL state of a statement that writes, where the server only reads. */
const readOnly = '25006';

/** Options of every connection to Postgres: one whose packets get lost ends while it is made, and while it is idle. */
const boundedIdle = (url: string) => ({
  connectionString: url,
  connectionTimeoutMillis: 5000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
});

/** The same, which also ends while an answer is awaited; for a connection that is closed once a statement failed. */
export const boundedConnection = (url: string, queryMs: number) => ({ ...boundedIdle(url), query_timeout: queryMs });

/**
 * A pool of connections that survives losing them, idle ones and those in use. Each statement is a span, and ends after
 * 9 s at the latest, also when Postgres vanished without a word. `isUnavailable` knows every error of a connection that was
 * lost or could not be made.
 */
export class Pool implements Db {
  readonly #pool: pg.Pool;
  readonly #size: number;
  #isEnding = false;

  constructor(url: string, log: Logger, size: number) {
    this.#size = size;
    this.#pool = new pg.Pool({
      ...boundedIdle(url),
      max: size,
      idleTimeoutMillis: 30_000,
      statement_timeout: statementMs,
      idle_in_transaction_session_timeout: 15_000,
      application_name: 'tma',
    });
    this.#pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'));
    // Without a listener of its own, a connection lost while in use ends the process.
    this.#pool.on('connect', (client) =>
      client.on('error', (err) => log.warn({ err }, 'a database connection was lost')),
    );
  }

  async connect(): Promise<Connection> {
    try {
      return new Connection(await this.#pool.connect());
    } catch (error) {
      throw this.#isEnding ? error : markDbAway(error);
    }
  }

  query: Db['query'] = async (statement: string | pg.QueryConfig, values?: Values) => {
    const connection = await this.connect();
    try {
      return (await connection.query(statement, values)) as never;
    } finally {
      connection.release();
    }
  };

  /** The most connections, those in use, the idle ones, and how many callers wait for one. */
  usage() {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { size: this.#size, busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }

  end = (): Promise<void> => {
    this.#isEnding = true;
    return this.#pool.end();
  };
}

/** @param size connections at most */
export const connectDb = (url: string, log: Logger, size = 10): Pool => new Pool(url, log, size);

/** A connection that was taken from the pool. */
export class Connection implements Db {
  readonly #client: pg.PoolClient;
  /** What the connection was lost with. */
  #lost: Error | undefined;
  /** It is not used again: whether it carried out the statement is unknown, or its server only reads. */
  #isBroken = false;
  #isReleased = false;

  constructor(client: pg.PoolClient) {
    this.#client = client;
    client.on('error', this.#lose);
  }

  query: Db['query'] = async (statement: string | pg.QueryConfig, values?: Values) => {
    const text = typeof statement === 'string' ? statement : statement.text;
    const unanswered = setTimeout(() => {
      this.#lose(new Error('Postgres did not answer'));
      // Closes the connection, which ends the statement.
      this.release();
    }, answerMs);
    try {
      return (await inStatement(text, () => this.#client.query(statement as pg.QueryConfig, values))) as never;
    } catch (error) {
      // After a failover the server may be a replica now: another connection leads to the primary.
      this.#isBroken ||= !(error instanceof pg.DatabaseError) || error.code === readOnly;
      throw this.#lost ? markDbAway(error) : error;
    } finally {
      clearTimeout(unanswered);
    }
  };

  /** Gives it back. One that was lost, or did not answer, is closed instead. */
  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#client.off('error', this.#lose);
    this.#client.release(this.#lost ?? this.#isBroken);
  }

  #lose = (error: Error) => {
    this.#lost ??= error;
  };
}
