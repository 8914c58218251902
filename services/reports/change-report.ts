import { counted, type EventData, readStatus } from '@tma/contracts';
import { appendEvent, commitWith, notFound, type Tx, transaction } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import { stateOf } from './closures/refusals.ts';
import { decide } from './closures/state-machine.ts';
import type { Reports } from './context.ts';
import { isOpenedAgain, mayOpen, prepareOpening } from './deadlines/opening.ts';
import { isSameState, requireMatch, type State, type StateChange, stateAfter } from './status-change.ts';
import { readAdminReport } from './stores/admin-reports.store.ts';
import { type Listed, type LockedReport, lockReport, reporterOf, saveState } from './stores/changes.store.ts';
import {
  type ClosedBy,
  insertClosure,
  type NextClosure,
  nextClosure,
  withdrawClosure,
} from './stores/closures.store.ts';
import { countChange, countResolved } from './stores/counts.store.ts';
import type { SeenByAdmin } from './stores/reports.store.ts';

interface ChangeRequest {
  /** The report's id. */
  id: string;
  /** The administrator, who changes reports of their own tehsil only. */
  by: ClosedBy & { tehsil: string };
  change: StateChange;
  /** The header: the version that the administrator saw. */
  ifMatch?: string | undefined;
}

/** What changing a report needs of the service. */
export type Changing = Pick<Reports, 'pool' | 'config' | 'linkKeys' | 'answerSeconds' | 'today'>;

/**
 * Changes a report's status or schedule: the row, its closure, its history, the counts and the event in one transaction. A
 * change that changes nothing writes nothing.
 * @returns the report as administrators see it
 * Throws 404 for another tehsil's report, 400 for a word that is no status, 412 when it was changed meanwhile, 422 when it
 * cannot be closed without a new proof.
 */
export const changeReport = (
  { pool, ...changing }: Changing,
  { id, by, change, ifMatch }: ChangeRequest,
): Promise<SeenByAdmin> =>
  transaction(pool, async (tx) => {
    const status = readStatus(change.status ?? '');
    const mayClose = status === counted.completed;
    const [due, report, next] = await Promise.all([
      mayOpen(status) ? prepareOpening(tx, changing.config.TIME_ZONE, ['inTehsil', id, by.tehsil]) : null,
      lockReport(tx, 'inTehsil', id, by.tehsil),
      // Read when the report is locked, but not awaited: both are one round trip.
      mayClose ? prepareClosing(tx, id, changing) : null,
    ]);
    if (!report) throw notFound();
    const to = stateAfter(report, change);
    requireMatch(ifMatch, report.version);
    if (isSameState(report, to)) return readAdminReport(tx, id, changing.today());
    return saveChange(tx, report, to, by, closingOf(report, to, next), {
      ...changing,
      due: isOpenedAgain(report.status, to.status) ? due : null,
    });
  });

/** A closing that may follow: what the closure begins with, and the sealed key of its link. */
type Prepared = NextClosure & { key: string };

async function prepareClosing(
  tx: Tx,
  id: string,
  { linkKeys, answerSeconds }: Omit<Changing, 'pool'>,
): Promise<Prepared> {
  const [next, key] = await Promise.all([nextClosure(tx, id, answerSeconds), linkKeys.sealed(tx)]);
  return { ...next, key };
}

/** What becomes of a report's closure; null where it stays as it is. Throws 422 when a new proof is needed. */
function closingOf(report: LockedReport, to: State, next: Prepared | null): Prepared | 'withdrawn' | null {
  const [was, is] = [report, to].map(({ status }) => status === counted.completed);
  if (was === is) return null;
  const closing = report.needs_proof && !next?.isNew ? 'close-unproved' : 'close';
  const state = stateOf(decide(report.closure ?? 'none', is ? closing : 'open'));
  if (state === 'claimed') return next;
  return state === 'withdrawn' ? state : null;
}

async function saveChange(
  tx: Tx,
  report: LockedReport,
  to: State,
  by: ClosedBy,
  closing: Prepared | 'withdrawn' | null,
  { answerSeconds, today, due }: Pick<Changing, 'answerSeconds' | 'today'> & { due: string | null },
): Promise<SeenByAdmin> {
  const { id, reference, issue, tehsil } = report;
  const begun = closing === null || closing === 'withdrawn' ? null : { id: uuid(), ...closing };
  let listed: Listed | undefined;
  if (begun) listed = { closure: 'claimed', proof: begun.proof };
  else if (closing) listed = { closure: null, proof: null };
  const data: EventData<'StatusChanged'> = {
    id,
    reference,
    issue,
    tehsil,
    from: { status: report.status, schedule: report.schedule },
    to,
    reporter: reporterOf(report),
    changedBy: by.id,
    ...(begun && {
      closure: {
        id: begun.id,
        attempt: begun.attempt,
        proof: begun.proof,
        answerBy: begun.answerBy,
        key: begun.key,
      },
    }),
  };
  const [changed] = await commitWith(tx, [
    saveState(tx, id, { to, by: by.id, listed, today: today(), due }),
    ...(begun ? [insertClosure(tx, { id: begun.id, reportId: id, by }, { ...begun, answerSeconds })] : []),
    ...(closing === 'withdrawn' ? [withdrawClosure(tx, id)] : []),
    appendEvent(tx, 'StatusChanged', id, data),
    // Counts last: all changes of the tehsil wait for these rows.
    countChange(tx, report, report, to),
    ...(to.status === counted.completed && !report.resolved ? [countResolved(tx, tehsil)] : []),
  ]);
  return changed;
}
