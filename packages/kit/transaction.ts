import type { Connection, Db, Pool } from './pool.ts';
import { inSpan } from './tracing/index.ts';

/** A transaction, as its statements see it. They are awaited one by one. */
export type Tx = Db;

type Step = () => Promise<unknown>;

/** What waits for the commit of each transaction that is open. */
const stepsOf = new WeakMap<Tx, Step[]>();

/** Runs `work` in one transaction: committed when it returns, rolled back when it throws. */
export const transaction = <T>(pool: Pool, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inSpan({ name: 'transaction' }, async () => {
    const connection = await pool.connect();
    const { tx, close } = openTx(connection);
    const steps: Step[] = [];
    stepsOf.set(tx, steps);
    let result: T;
    try {
      await connection.query('begin');
      result = await work(tx);
      await close();
      const { command } = await connection.query('commit');
      if (command !== 'COMMIT') throw new Error('a transaction was rolled back: one of its statements had failed');
    } catch (error) {
      await close();
      // A connection on which that fails is lost, and closed.
      await connection.query('rollback').catch(() => {});
      throw error;
    } finally {
      connection.release();
    }
    for (const step of steps) await step();
    return result;
  });

/** Runs `step` once the transaction has committed, before `transaction` returns. An error there undoes nothing. */
export const afterCommit = (tx: Tx, step: Step) => stepsOf.get(tx)?.push(step);

/**
 * A transaction on a connection. A statement is refused while another one is under way: Postgres runs one at a time,
 * and whoever does not await a statement does not learn that it failed. `close` waits for the statement under way; none
 * is accepted afterwards.
 */
function openTx(connection: Connection): { tx: Tx; close(): Promise<unknown> } {
  let isOver = false;
  let underWay: Promise<unknown> | null = null;
  const query = async (...statement: Parameters<Db['query']>) => {
    if (isOver) throw new Error('a statement came after the end of its transaction');
    if (underWay)
      throw new Error('a statement came while another of its transaction was under way: await them one by one');
    const answer = connection.query(...statement).finally(() => {
      underWay = null;
    });
    underWay = answer.catch(() => {});
    return answer;
  };
  return {
    tx: { query: query as Tx['query'] },
    async close() {
      isOver = true;
      await underWay;
    },
  };
}
