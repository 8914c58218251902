import { type Db, notFound, type Tx } from '@tma/kit';
import { closureById, lastClosure } from '../report/closure/closures.store.ts';
import type { Reports } from '../report/context.ts';
import { prepareOpening } from '../report/due/opening.ts';
import { type Duplicates, withDuplicates } from '../report/followers/with-duplicates.ts';
import { lockReport } from '../report/locks.store.ts';
import { type Actor, may, type Owned, requireMay } from '../report/policy.ts';
import { isSupporter } from '../report/supporters/supporters.store.ts';
import { endingOf, writeEnding } from './ending.ts';
import { takeSupporterAnswer } from './supporter-answer.ts';

/** The answer to a closure, of the reporter or a supporter. */
interface Answer {
  answer: 'fixed' | 'not-fixed';
  /** Needed with `not-fixed`: a `DisputeReason`. */
  reason?: unknown;
}

interface AnswerRequest {
  reportId: string;
  /** The closure that the link is for; without a link it is the report's last one. */
  closureId?: string;
  by: Actor;
  /** Whether it came by message, and so is answered by message. */
  byMessage?: boolean;
}

/**
 * Answers a closure: closure, report, history and events in one transaction. The same answer again changes nothing.
 * Throws 404 where there is no closure that the actor may answer, 400 where a reason is missing, 409 for another answer
 * than the one that was given, 410 when the time is over.
 */
export const takeAnswer = (
  { pool, config }: Pick<Reports, 'pool' | 'config'>,
  request: AnswerRequest,
  answer: Answer,
): Promise<boolean> =>
  withDuplicates(pool, request.reportId, (tx, duplicates) =>
    answerIn(tx, { duplicates, timeZone: config.TIME_ZONE }, request, answer),
  );

/** The same in the caller's transaction, in which nothing is written when it throws. @returns whether anything changed */
export async function answerIn(
  tx: Tx,
  { duplicates, timeZone }: { duplicates: Duplicates; timeZone: string },
  { reportId, closureId, by, byMessage = false }: AnswerRequest,
  { answer, reason }: Answer,
): Promise<boolean> {
  const due = answer === 'not-fixed' ? await prepareOpening(tx, timeZone, reportId) : null;
  if (answer === 'not-fixed') await duplicates.lock();
  const report = await lockReport(tx, reportId);
  const isReporters = await requireAnswerer(tx, by, report);
  const closure = closureId ? await closureById(tx, closureId) : await lastClosure(tx, reportId);
  if (!report || !closure) throw notFound();
  if (!isReporters && by.audience === 'resident') {
    await takeSupporterAnswer(tx, report, closure, { userId: by.id, answer, reason });
    return true;
  }
  const ending = endingOf(report, closure, answer, reason);
  if (!ending) return false;
  const others = ending.state === 'disputed' ? await duplicates.of(report) : [];
  await writeEnding(tx, report, closure, ending, { due, duplicates: others, timeZone, byMessage });
  return true;
}

/** Throws 404 for anybody who is neither the reporter nor supports the report. @returns whether it is the reporter */
export async function requireAnswerer(db: Db, by: Actor, report: (Owned & { id: string }) | null): Promise<boolean> {
  if (report && may(by, 'answer', report)) return true;
  const supports = report !== null && by.audience === 'resident' && (await isSupporter(db, report.id, by.id));
  requireMay(by, 'answer-as-supporter', report && { ...report, is_supporter: supports });
  return false;
}
