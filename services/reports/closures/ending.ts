/** What ends a claim: the reporter's answer, or that none came in time. */
import { DisputeReason, defaultStatus, type EventData } from '@tma/contracts';
import { appendEvent, HttpError, type Tx } from '@tma/kit';
import { type LockedReport, reporterOf } from '../stores/changes.store.ts';
import { type Ending, endClosure, type StandingClosure } from '../stores/closures.store.ts';
import { countChange } from '../stores/counts.store.ts';
import { stateOf } from './refusals.ts';
import { actorOf, decide } from './state-machine.ts';

/**
 * What a claim becomes by what happens; null where it stays as it is. A disputed report is open again.
 * Throws 404, 409 or 410 where that is refused, 400 for a dispute without a reason.
 */
export function endingOf(
  report: LockedReport,
  { id, standing }: StandingClosure,
  happening: 'fixed' | 'not-fixed' | 'expire',
  said: unknown,
): Ending | null {
  const state = stateOf(decide(standing, happening));
  const by = actorOf(happening);
  if (state === 'disputed') return { id, state, by, reason: requireReason(said), status: defaultStatus };
  if (state === 'confirmed' || state === 'unanswered') return { id, state, by, reason: null, status: report.status };
  return null;
}

function requireReason(said: unknown): string {
  const { data, success } = DisputeReason.safeParse(said);
  if (success) return data;
  const message = 'Say what is not fixed.';
  throw new HttpError(400, 'invalid_request', message, { errors: [{ path: 'reason', message }] });
}

/**
 * Writes an ending: closure, report and history, the events, the counts. All of it is asked for at once; nothing is awaited.
 * @param due the due day of a report that a dispute opens again
 */
export function writeEnding(
  tx: Tx,
  report: LockedReport,
  { attempt, closedBy }: StandingClosure,
  ending: Ending,
  due: string | null = null,
): Promise<unknown>[] {
  const { id, reference, issue, tehsil, schedule, user_id, reporter_name: name, reporter_language: language } = report;
  const { state, reason, status } = ending;
  const about = { id, reference, issue, tehsil };
  const to = { status, schedule };
  const disputes = report.disputes + (state === 'disputed' ? 1 : 0);
  const changed: EventData<'StatusChanged'> = {
    ...about,
    from: { status: report.status, schedule },
    to,
    reporter: reporterOf(report),
    changedBy: 'resident',
  };
  const reporter = user_id ? { id: user_id, name, language } : null;
  return [
    endClosure(tx, ending, state === 'disputed' ? due : null),
    appendEvent(tx, 'ClosureAnswered', id, { ...about, attempt, answer: state, reason, reporter, closedBy, disputes }),
    // Counts last: all changes of the tehsil wait for these rows.
    ...(state === 'disputed'
      ? [appendEvent(tx, 'StatusChanged', id, changed), countChange(tx, report, report, to)]
      : []),
  ];
}
