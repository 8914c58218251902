import { execute, type Pool, transaction } from '@tma/kit';

const turnLock = 7_236_103;
/** How long a turn may take, in milliseconds; an instance that is frozen in its turn is not waited for longer. */
const turnMs = 20_000;

/** Runs something while no other instance on the database, and no other call of this one, does so. */
export const inTurn = <T>(pool: Pool, work: () => Promise<T>): Promise<T> =>
  transaction(pool, async (tx) => {
    await execute(
      tx,
      `select set_config('idle_in_transaction_session_timeout', '${turnMs}', true), pg_advisory_xact_lock($1)`,
      [turnLock],
    );
    return work();
  });
