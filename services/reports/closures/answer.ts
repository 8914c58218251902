import { commitWith, type Pool, type Tx, transaction } from '@tma/kit';
import type { LockedReport } from '../stores/changes.store.ts';
import type { StandingClosure } from '../stores/closures.store.ts';
import { endingOf, writeEnding } from './ending.ts';

/** What the reporter says of a closure. */
export interface Answer {
  answer: 'fixed' | 'not-fixed';
  /** Needed with `not-fixed`: a `DisputeReason`. */
  reason?: unknown;
}

/** How an answer comes: signed in, or by the link of a mail. */
interface Way<Seen> {
  /** Locks the report; null where the caller may not answer. */
  lock(tx: Tx): Promise<LockedReport | null>;
  /** The closure that is answered. */
  find(tx: Tx): Promise<StandingClosure | null>;
  /** What the caller sees of it. */
  read(tx: Tx): Promise<Seen>;
}

/**
 * Answers a closure: closure, report, history, counts and events in one transaction. The same answer again changes nothing.
 * @returns what the caller sees of it now; null where there is none to answer
 * Throws 400 without a reason that is needed, 409 for the other answer than the one that was given, 410 when it is over.
 */
export const answerClosure = <Seen>(pool: Pool, way: Way<Seen>, { answer, reason }: Answer): Promise<Seen | null> =>
  transaction(pool, async (tx) => {
    // The closure is read when the report is locked, but not awaited: both are one round trip.
    const [report, closure] = await Promise.all([way.lock(tx), way.find(tx)]);
    if (!report || !closure) return null;
    const ending = endingOf(report, closure, answer, reason);
    if (!ending) return way.read(tx);
    const [, seen] = await commitWith(tx, [Promise.all(writeEnding(tx, report, closure, ending)), way.read(tx)]);
    return seen;
  });
