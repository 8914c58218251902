/** The answers of supporters to a closure that the reporter cannot answer, or did not answer in time. */
import { HttpError, type Tx } from '@tma/kit';
import type { CurrentClosure } from '../report/closure/closures.store.ts';
import { decide, stateOf } from '../report/closure/state-machine.ts';
import { insertEntry } from '../report/history.store.ts';
import type { LockedReport } from '../report/locks.store.ts';
import { phoneIn } from '../report/recipients.ts';
import { requireReason, writeEnding } from './ending.ts';
import { answerOf, countFixed, insertAnswer } from './supporter-answers.store.ts';

interface SupporterAnswer {
  userId: string;
  answer: 'fixed' | 'not-fixed';
  reason?: unknown;
}

/** How many supporters have to say that it is fixed to confirm a closure. */
const enough = 2;

/**
 * Takes the answer of a supporter, once; the report is locked. Enough answers `fixed` confirm the closure; `not-fixed`
 * is entered in the history for staff, and changes nothing else.
 * Throws 400 where a reason is missing, 409 while the reporter can answer or for another answer than before, 410 when
 * it is over.
 */
export async function takeSupporterAnswer(
  tx: Tx,
  report: LockedReport,
  closure: CurrentClosure,
  { userId, answer, reason }: SupporterAnswer,
): Promise<void> {
  // A reporter who left a number at the counter is asked by message; if it receives none, supporters answer after the
  // reporter's time.
  const canBeAnswered = report.user_id !== null || report.reporter_email !== null || phoneIn(report) !== null;
  if (closure.state === 'claimed' && canBeAnswered) {
    throw new HttpError(409, 'not_yours_to_answer', 'Its reporter can still say whether it is fixed.');
  }
  if (!['claimed', 'lapsed', 'unanswered'].includes(closure.state)) {
    // The state machine allows `not-fixed` again after a dispute: for its reporter alone.
    stateOf(closure.state === 'disputed' ? { refused: 'already_answered' } : decide(closure.state, answer));
    return;
  }
  const before = await answerOf(tx, closure.id, userId);
  if (before === answer) return;
  if (before !== null) throw new HttpError(409, 'already_answered', 'It was answered already.');
  const words = answer === 'not-fixed' ? requireReason(reason) : null;
  const entry = words === null ? null : await insertEntry(tx, report, { kind: 'noted', by: null, text: words });
  await insertAnswer(tx, { closureId: closure.id, userId, answer, seq: entry?.seq ?? null });
  if (answer === 'not-fixed' || (await countFixed(tx, closure.id)) < enough) return;
  const ending = { id: closure.id, state: 'confirmed', by: 'resident', reason: null, status: report.status } as const;
  const byOthers = { ...report, user_id: null, reporter_email: null, reporter_contact: null };
  await writeEnding(tx, byOthers, closure, ending);
}
