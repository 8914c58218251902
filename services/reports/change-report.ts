import { counted } from '@tma/contracts';
import { appendEvent, commitWith, notFound, type Pool, type Tx, transaction } from '@tma/kit';
import { isSameState, requireMatch, type State, type StateChange, stateAfter } from './status-change.ts';
import { readAdminReport } from './stores/admin-reports.store.ts';
import { type LockedReport, lockReport, saveState } from './stores/changes.store.ts';
import { countChange, countResolved } from './stores/counts.store.ts';
import type { SeenByAdmin } from './stores/reports.store.ts';

interface ChangeRequest {
  /** The report's id. */
  id: string;
  /** The administrator, who changes reports of their own tehsil only. */
  by: { id: string; tehsil: string };
  change: StateChange;
  /** The header: the version that the administrator saw. */
  ifMatch?: string | undefined;
}

/**
 * Changes a report's status or schedule: the row, its history, the counts and the event in one transaction. A change that
 * changes nothing writes nothing.
 * @returns the report as administrators see it
 * Throws 404 for another tehsil's report, 400 for a word that is no status, 412 when it was changed meanwhile.
 */
export const changeReport = (pool: Pool, { id, by, change, ifMatch }: ChangeRequest): Promise<SeenByAdmin> =>
  transaction(pool, async (tx) => {
    const report = await lockReport(tx, id, by.tehsil);
    if (!report) throw notFound();
    const to = stateAfter(report, change);
    requireMatch(ifMatch, report.version);
    return isSameState(report, to) ? readAdminReport(tx, id) : saveChange(tx, report, to, by.id);
  });

async function saveChange(tx: Tx, report: LockedReport, to: State, changedBy: string): Promise<SeenByAdmin> {
  const { id, reference, issue, tehsil, user_id, reporter_name: name, reporter_email: email } = report;
  const [changed] = await commitWith(tx, [
    saveState(tx, id, to, new Date()),
    appendEvent(tx, 'StatusChanged', id, {
      id,
      reference,
      issue,
      tehsil,
      from: { status: report.status, schedule: report.schedule },
      to,
      reporter: user_id && email ? { id: user_id, name, email } : null,
      changedBy,
    }),
    // Counts last: all changes of the tehsil wait for these rows.
    countChange(tx, report, report, to),
    ...(to.status === counted.completed && !report.resolved ? [countResolved(tx, tehsil)] : []),
  ]);
  return changed;
}
