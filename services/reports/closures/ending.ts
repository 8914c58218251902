/** The end of a claim: by the reporter's answer, or because none came in time. */
import { DisputeReason, defaultStatus } from '@tma/contracts';
import { appendEvent, missingField, type Tx } from '@tma/kit';
import { announceState } from '../report/announce-state.ts';
import { type CurrentClosure, type Ending, endClosure } from '../report/closure/closures.store.ts';
import { actorOf, decide, stateOf } from '../report/closure/state-machine.ts';
import { follow } from '../report/followers/follow.ts';
import type { Followers } from '../report/followers/followers.store.ts';
import type { LockedReport } from '../report/locks.store.ts';

/**
 * How an event ends a claim; null where the claim stays as it is. A disputed report is open again.
 * Throws 404, 409 or 410 where that is refused, 400 for a dispute without a reason.
 */
export function endingOf(
  report: LockedReport,
  { id, state: current }: CurrentClosure,
  event: 'fixed' | 'not-fixed' | 'expire',
  said: unknown,
): Ending | null {
  const state = stateOf(decide(current, event));
  const by = actorOf(event);
  if (state === 'disputed') return { id, state, by, reason: requireReason(said), status: defaultStatus };
  if (state === 'confirmed' || state === 'unanswered') return { id, state, by, reason: null, status: report.status };
  return null;
}

/** The reason, checked. Throws 400 without one. */
export function requireReason(said: unknown): string {
  const { data, success } = DisputeReason.safeParse(said);
  if (success) return data;
  throw missingField('reason', 'Say what is not fixed.');
}

/** For a dispute, which opens the report again. */
interface Opened {
  /** Its new due day. */
  due?: string | null;
  /** Its duplicates, which are locked. */
  duplicates?: readonly LockedReport[];
  timeZone?: string;
  /** Whether the answer came by message. */
  byMessage?: boolean;
}

/**
 * Writes an ending: the events, then closure, report and history. The report's row comes last: from then on all changes
 * of the tehsil wait for the counts that its triggers lock.
 */
export async function writeEnding(
  tx: Tx,
  report: LockedReport,
  { attempt, closedBy }: CurrentClosure,
  ending: Ending,
  { due = null, duplicates = [], timeZone = '', byMessage = false }: Opened = {},
): Promise<void> {
  const { id, reference, issue, tehsil, schedule } = report;
  const { state, reason, status } = ending;
  const isDisputed = state === 'disputed';
  let followers: Followers | null = null;
  await appendEvent(tx, 'ClosureAnswered', id, {
    ...{ id, reference, issue, tehsil, attempt, answer: state, reason, closedBy },
    reporter: whoAnswered(report),
    disputes: report.disputes + (isDisputed ? 1 : 0),
  });
  if (isDisputed) {
    const to = { status, schedule };
    await announceState(tx, report, to, { ...(byMessage && { byMessage }), changedBy: 'resident' });
    followers = await follow(tx, duplicates, { reference, to, by: null, timeZone });
  }
  await endClosure(tx, report, ending, isDisputed ? due : null, followers);
}

/** The reporter in the event, without an address: no mail follows. Null once erased, and where supporters answered. */
function whoAnswered(report: LockedReport) {
  const { user_id: id, reporter_name: name, reporter_language: language } = report;
  return id || report.reporter_email || report.reporter_contact ? { id, name, language } : null;
}
