import { execute, type Pool, transaction } from '@tma/kit';

const turnLock = 7_236_103;
/** How long a turn may take, in milliseconds; an instance that is frozen in its turn is not waited for longer. */
const turnMs = 20_000;

/** Runs something while no other instance, and no other call of this one, does so. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** Turns that all instances on a database take. */
export const turnsOf =
  (pool: Pool): InTurn =>
  (work) =>
    transaction(pool, async (tx) => {
      await execute(
        tx,
        `select set_config('idle_in_transaction_session_timeout', '${turnMs}', true), pg_advisory_xact_lock($1)`,
        [turnLock],
      );
      return work();
    });
