import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Logger } from 'pino';
import { Flight, textOf } from './flight.ts';
import { inStatement } from './tracing/index.ts';
import type { Tx } from './transaction.ts';
import { markDbAway } from './unavailable.ts';

export { afterCommit, commitWith, type Tx, transaction } from './transaction.ts';

export type Pool = pg.Pool;
/** Where a query can be sent: the pool, or a transaction. */
export type Db = Pool | Tx;

/** In milliseconds. After the first, Postgres ends a statement; after the second, no answer of it is expected any more. */
const statementMs = 8000;
const answerMs = 9000;

/**
 * What every connection to Postgres is opened with, so that one whose packets vanish on the way ends: while it is made, while
 * an answer is awaited, and while it is idle.
 * @param queryMs how long an answer may take, in milliseconds
 */
export const boundedConnection = (url: string, queryMs: number) => ({
  connectionString: url,
  connectionTimeoutMillis: 5000,
  query_timeout: queryMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
});

/**
 * A pool of connections that survives losing them, idle ones and those in use. Each statement is a span, and ends after
 * 9 s at the latest, also when Postgres vanished without a word. `isUnavailable` knows every error of a connection that was
 * lost or could not be made.
 * @param size connections at most
 */
export function connectDb(url: string, log: Logger, size = 10): Pool {
  const pool = new MarkingPool({
    ...boundedConnection(url, answerMs),
    max: size,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: 15_000,
    application_name: 'tma',
  });
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'));
  pool.on('connect', (client) => {
    let lost = false;
    // Without a listener of its own, a connection lost while in use ends the process.
    client.on('error', (error) => {
      lost = true;
      // The same error is what the statements that were under way fail with.
      log.warn({ err: markDbAway(error) }, 'a database connection was lost');
    });
    aroundStatements(client, async (text, run) => {
      try {
        return await inStatement(text, run);
      } catch (error) {
        if (isUnanswered(error)) {
          lost = true;
          // At once, not once released: whatever else is asked of this connection has no answer either.
          endUnanswered(client, log);
        }
        throw lost ? markDbAway(error) : error;
      }
    });
  });
  aroundStatements(pool, (text, run) =>
    inStatement(text, run).catch((error: unknown) => {
      throw isUnanswered(error) ? markDbAway(error) : error;
    }),
  );
  return pool;
}

/** Whether pg gave up waiting for an answer. Its error has no code, and only this text. */
const isUnanswered = (error: unknown) => error instanceof Error && error.message === 'Query read timeout';

/** pg ends a connection without a farewell while it awaits an answer on it. `end` is not part of a pool's connection. */
function endUnanswered(client: pg.PoolClient, log: Logger) {
  const ending = (client as unknown as pg.Client).end();
  ending.catch((error: Error) => log.debug({ err: error }, 'a connection did not end well'));
}

type Connected = Parameters<pg.Pool['connect']>[0];

/** Marks the errors of connections that cannot be had. */
class MarkingPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(done: Connected): void;
  override connect(done?: Connected) {
    const mark = <E>(error: E) => (this.ending ? error : markDbAway(error));
    if (done) return super.connect((error, ...rest) => done(error && mark(error), ...rest));
    return super.connect().catch((error: unknown) => {
      throw mark(error);
    });
  }
}

type Query = (...given: unknown[]) => unknown;

/** Has each statement that is awaited go through `around`. A pool asks its connections by a callback, which stays as it is. */
function aroundStatements(
  db: Pool | pg.PoolClient,
  around: (text: unknown, run: () => Promise<unknown>) => Promise<unknown>,
) {
  const query = db.query.bind(db) as Query;
  const answer = async (given: unknown[]) => {
    const sent = query(...given);
    return sent instanceof Flight ? sent.answer : sent;
  };
  db.query = ((...given) =>
    typeof given.at(-1) === 'function'
      ? query(...given)
      : around(textOf(given[0]), () => answer(given))) satisfies Query as Pool['query'];
}

const statements = new Map<string, { name: string; text: string }>();

/**
 * A statement that each connection plans once and then knows by its name: half of the work of a small one is planning. For
 * texts that are always the same, since a connection keeps every text it was given. They list their columns: with `*` they
 * would fail once a migration adds one.
 */
export function named(text: string): { name: string; text: string } {
  const known = statements.get(text);
  if (known) return known;
  const statement = { name: createHash('sha1').update(text).digest('base64url'), text };
  statements.set(text, statement);
  return statement;
}

/** Whether a unique constraint of this name refused a row. */
export const violates = (error: unknown, constraint: string) =>
  error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint;

/** Throws when the database does not answer. */
export const pingDb = (db: Db) => db.query('select 1');
