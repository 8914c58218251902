import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import { Flight, type Statement, textOf } from './flight.ts';
import { inSpan, inStatement } from './tracing/index.ts';

/** A transaction. Statements that do not await each other go together, in one round trip, and are carried out in their order. */
export type Tx = Pick<pg.PoolClient, 'query'>;

type Step = () => Promise<unknown>;

/** Runs `work` in one transaction: committed when it returns, rolled back when it throws. */
export const transaction = <T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inSpan({ name: 'transaction' }, async () => {
    const client = await pool.connect();
    const current = new Transaction(client);
    let broken: Error | undefined;
    let result: T;
    try {
      result = await work(current.tx);
      await current.commit();
    } catch (error) {
      await current.rollBack().catch((lost: Error) => {
        broken = lost;
      });
      throw error;
    } finally {
      client.release(broken);
    }
    for (const step of current.steps) await step();
    return result;
  });

/** Has `transaction` do something once this one has committed, before it returns. What throws there undoes nothing. */
export const afterCommit = (tx: Tx, step: Step) => open.get(tx)?.steps.push(step);

/**
 * Commits a transaction together with its last statements, in one round trip. Nothing can follow in that transaction.
 * @param last what remains to be done: it waits for nothing before it asks for its statements
 * @returns the results, once they are committed. Throws the error of the first that failed; then nothing is committed.
 */
export async function commitWith<T extends readonly unknown[]>(tx: Tx, last: readonly [...T]) {
  const results = Promise.all(last);
  const [done] = await Promise.all([results, open.get(tx)?.commitBehind(results)]);
  return done;
}

const open = new WeakMap<Tx, Transaction>();

/** A statement that waits to be sent. */
interface Gathered {
  statement: Statement;
  answer: PromiseWithResolvers<pg.QueryResult>;
}

/** The statements of a transaction. Those of one moment go in one flight, the first with `begin`. */
class Transaction {
  readonly tx: Tx;
  /** What waits for the commit. */
  readonly steps: Step[] = [];
  readonly #client: pg.PoolClient;
  #gathered: Gathered[] = [];
  #isHeld = false;
  #hasBegun = false;
  #isEnding = false;
  #isCommitted = false;
  /** The last flight, once it was answered. Never rejects. */
  #answered: Promise<void> = Promise.resolve();

  constructor(client: pg.PoolClient) {
    this.#client = client;
    const query = (...statement: Statement) =>
      inStatement(textOf(statement[0]), async () => {
        if (this.#isEnding) throw new Error('a statement came after the commit of its transaction');
        return this.#gather(statement);
      });
    this.tx = { query: query as Tx['query'] };
    open.set(this.tx, this);
  }

  async commitBehind(results: Promise<unknown>): Promise<void> {
    this.#isHeld = true;
    try {
      // What fails without its statement, like an event that does not fit its schema, has failed by then.
      await Promise.race([results, setImmediate()]);
    } catch (error) {
      this.#isEnding = true;
      throw error;
    }
    await this.commit();
  }

  async commit(): Promise<void> {
    if (this.#isCommitted) return;
    if (this.#isEnding) throw new Error('the commit of a transaction failed before');
    [this.#isHeld, this.#isEnding] = [false, true];
    if (this.#hasBegun || this.#gathered.length > 0) {
      const { command } = await inStatement('commit', () => this.#gather(['commit']));
      if (command !== 'COMMIT') throw new Error('a transaction was rolled back: one of its statements had failed');
    }
    this.#isCommitted = true;
  }

  async rollBack(): Promise<void> {
    [this.#gathered, this.#isEnding] = [[], true];
    if (this.#hasBegun && !this.#isCommitted) await this.#client.query('rollback');
  }

  #gather(statement: Statement): Promise<pg.QueryResult> {
    const answer = Promise.withResolvers<pg.QueryResult>();
    this.#gathered.push({ statement, answer });
    this.#answered = this.#answered.then(() => this.#send());
    return answer.promise;
  }

  /** Sends what was gathered, `begin` before it: if that failed, Postgres would skip the rest. */
  async #send(): Promise<void> {
    if (this.#isHeld || this.#gathered.length === 0) return;
    const sent = this.#gathered;
    const before: Statement[] = this.#hasBegun ? [] : [['begin']];
    [this.#gathered, this.#hasBegun] = [[], true];
    const flight = new Flight([...before, ...sent.map(({ statement }) => statement)]);
    try {
      const results = await (this.#client.query(flight) as unknown as Flight['answer']);
      for (const [index, { answer }] of sent.entries())
        answer.resolve(results[before.length + index] as pg.QueryResult);
    } catch (error) {
      for (const { answer } of sent) answer.reject(error);
    }
  }
}
