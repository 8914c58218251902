import { named, type Pool, transaction } from '@tma/kit';

const turnLock = 7_236_103;
/** So long may a turn take, in milliseconds; an instance that is frozen in it is not waited for longer. */
const turnMs = 20_000;

/** Does what is given while no other instance, nor another call of this one, does. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** Turns that all instances on a database take. */
export const turnsOf =
  (pool: Pool): InTurn =>
  (work) =>
    transaction(pool, async (tx) => {
      await tx.query(named(`select set_config('idle_in_transaction_session_timeout', '${turnMs}', true)`));
      await tx.query(named('select pg_advisory_xact_lock($1)'), [turnLock]);
      return work();
    });
