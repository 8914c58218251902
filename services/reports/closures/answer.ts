import { commitWith, type Tx, transaction } from '@tma/kit';
import type { Reports } from '../context.ts';
import { prepareOpening } from '../deadlines/opening.ts';
import { type Found, lockReport } from '../stores/changes.store.ts';
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
  /** How the report is found; not at all where the caller may not answer. */
  report: Found;
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
export const answerClosure = <Seen>(
  { pool, config }: Pick<Reports, 'pool' | 'config'>,
  way: Way<Seen>,
  { answer, reason }: Answer,
): Promise<Seen | null> =>
  transaction(pool, async (tx) => {
    // The closure is read when the report is locked, but not awaited: both are one round trip.
    const [due, report, closure] = await Promise.all([
      answer === 'not-fixed' ? prepareOpening(tx, config.TIME_ZONE, way.report) : null,
      lockReport(tx, ...way.report),
      way.find(tx),
    ]);
    if (!report || !closure) return null;
    const ending = endingOf(report, closure, answer, reason);
    if (!ending) return way.read(tx);
    const [, seen] = await commitWith(tx, [Promise.all(writeEnding(tx, report, closure, ending, due)), way.read(tx)]);
    return seen;
  });
