import { lifetimes } from '@tma/contracts';
import type { Logger } from 'pino';
import type { Pool } from './db.ts';
import { deleteEndedLinkKeys } from './links.store.ts';
import * as store from './outbox.store.ts';
import { repeat } from './repeat.ts';
import { forgetEnded, forgetRoles } from './sessions.store.ts';
import { removeOldUnknownEvents } from './unknown-events.store.ts';

const everyMs = 600_000;
const batch = 5000;

/**
 * Deletes events that were sent, ids that cannot come again, events that
 * nobody could handle or no version came to know, sessions whose tokens
 * have expired, roles that all tokens say and keys whose links have, in batches so small that they hold nothing up. @returns how many rows
 */
export async function prune(pool: Pool): Promise<number> {
  let deleted = 0;
  for (const deleteSome of [
    () => store.forgetPublished(pool, lifetimes.outbox, batch),
    () => store.forgetHandled(pool, lifetimes.inbox, batch),
    () => store.forgetOldDeadLetters(pool, lifetimes.deadLetter, batch),
    () => removeOldUnknownEvents(pool, lifetimes.unknownEvent, batch),
    () => forgetEnded(pool, batch),
    () => forgetRoles(pool, batch),
    () => deleteEndedLinkKeys(pool, batch),
  ]) {
    for (let last = batch; last === batch; deleted += last) last = await deleteSome();
  }
  return deleted;
}

/** Prunes every ten minutes. @returns what stops it */
export const startPruning = (pool: Pool, log: Logger) =>
  repeat(everyMs, () => prune(pool), log, 'old events could not be forgotten; it is tried again');
