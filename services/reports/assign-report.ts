import type { EventData } from '@tma/contracts';
import { appendEvent, commitWith, HttpError, notFound, type Tx, transaction } from '@tma/kit';
import type { Reports } from './context.ts';
import { requireMatch } from './status-change.ts';
import { readAdminReport } from './stores/admin-reports.store.ts';
import { type Assignee, lockAssignee, nameOfAdministrator } from './stores/administrators.store.ts';
import { saveAssignee } from './stores/assignments.store.ts';
import { type LockedReport, lockReport } from './stores/changes.store.ts';
import type { SeenByAdmin } from './stores/reports.store.ts';

interface AssignmentRequest {
  /** The report's id. */
  id: string;
  /** The administrator, who assigns reports of their own tehsil only. */
  by: { id: string; email: string; tehsil: string; token: string };
  /** The id of an administrator of that tehsil, or null for nobody. */
  assignee: string | null;
  /** The header: the version that the administrator saw. */
  ifMatch?: string | undefined;
  requestId: string;
}

type Assigning = Pick<Reports, 'pool' | 'administrators' | 'today'>;

/**
 * Assigns a report: the row, its history and the event in one transaction. To the same administrator again writes nothing. Auth is
 * asked for an administrator whom this service does not know, while nothing is locked.
 * @returns the report as administrators see it
 * Throws 404 for another tehsil's report, 412 when it was changed meanwhile, 422 for whoever is no administrator of the tehsil, 503
 * when nobody knows.
 */
export async function assignReport(assigning: Assigning, request: AssignmentRequest): Promise<SeenByAdmin> {
  const assigned = await assignToKnown(assigning, request);
  if (assigned) return assigned;
  const { assignee, by, requestId } = request;
  const isThere = assignee !== null && (await assigning.administrators.learn(assignee, { token: by.token, requestId }));
  const assignedNow = isThere && (await assignToKnown(assigning, request));
  if (assignedNow) return assignedNow;
  const message = 'This is not an administrator of your tehsil.';
  throw new HttpError(422, 'unknown_administrator', message, { errors: [{ path: 'assignee', message }] });
}

/** @returns null, and nothing is written, when the assignee is not known as an administrator of the tehsil */
const assignToKnown = (
  { pool, today }: Assigning,
  { id, by, assignee, ifMatch }: AssignmentRequest,
): Promise<SeenByAdmin | null> =>
  transaction(pool, async (tx) => {
    const [known, report, byName] = await Promise.all([
      assignee === null ? null : lockAssignee(tx, assignee, by.tehsil),
      lockReport(tx, 'inTehsil', id, by.tehsil),
      nameOfAdministrator(tx, by.id),
    ]);
    if (!report) throw notFound();
    requireMatch(ifMatch, report.version);
    if (report.assignee === assignee) return readAdminReport(tx, id, today());
    if (assignee !== null && !known) return null;
    return writeAssignment(tx, report, known, { id: by.id, name: byName ?? by.email }, today());
  });

async function writeAssignment(
  tx: Tx,
  { id, reference, issue, location, tehsil, due }: LockedReport,
  assignee: Assignee | null,
  by: EventData<'ReportAssigned'>['by'],
  today: string,
): Promise<SeenByAdmin> {
  const data: EventData<'ReportAssigned'> = { id, reference, issue, location, tehsil, due, assignee, by };
  // The row last: its counters are what all changes of the administrator's reports wait for.
  const [, report] = await commitWith(tx, [
    appendEvent(tx, 'ReportAssigned', id, data),
    saveAssignee(tx, id, { assignee: assignee?.id ?? null, name: assignee?.name ?? null, by: by.id, today }),
  ]);
  return report;
}
