import type { Logger } from 'pino';
import type { Pool } from './db.ts';
import * as store from './outbox.store.ts';
import { repeat } from './repeat.ts';

const everyMs = 600_000;
const batch = 5000;
/** Kafka keeps events for 30 days: an id must be known for longer, or a late repeat would take effect again. */
const keptDays = { outbox: 7, inbox: 45 };

/** Forgets events that were sent, and ids that cannot come again, in batches so small that nobody waits for them. */
export async function prune(pool: Pool): Promise<number> {
  let gone = 0;
  for (const forget of [
    () => store.forgetPublished(pool, keptDays.outbox, batch),
    () => store.forgetHandled(pool, keptDays.inbox, batch),
  ]) {
    for (let last = batch; last === batch; gone += last) last = await forget();
  }
  return gone;
}

/** Prunes every ten minutes. @returns what stops it */
export const startPruning = (pool: Pool, log: Logger) =>
  repeat(everyMs, () => prune(pool), log, 'old events could not be forgotten; it is tried again');
