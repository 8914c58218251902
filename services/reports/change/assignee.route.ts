import { appendEvent, failpoint, fieldError, type Handler, requireId, transaction } from '@tma/kit';
import type { Reports } from '../report/context.ts';
import { lockFor } from '../report/locks.store.ts';
import { lockAssignee, nameOfAdministrator } from '../report/people/administrators.store.ts';
import type { Administrator } from '../report/policy.ts';
import { readAdminReport, type SeenByAdmin } from '../report/reports.store.ts';
import { saveAssignee } from './change.store.ts';
import { requireMatch } from './status-change.ts';

type AssignParts = Pick<Reports, 'pool' | 'administrators' | 'today'>;

/** Assigns a report to an administrator or to nobody, unless it was changed since the caller saw it (`If-Match`). */
export const assignReport =
  (reports: AssignParts & Pick<Reports, 'limits'>): Handler<'assignReport'> =>
  async ({ params: { id }, body, caller: by }, request, reply) => {
    requireId(id);
    await reports.limits.assignments.count(by.id);
    await reports.administrators.learnCaller(by);
    const assignee = body.assignee?.toLowerCase() ?? null;
    const ifMatch = request.headers['if-match'];
    const report = await changeAssignee(reports, { id, by, assignee, ifMatch });
    failpoint('change-committed');
    return reply.header('etag', report.etag).send(report);
  };

interface AssignmentRequest {
  id: string;
  by: Administrator & { email: string; token: string };
  /** The id of an administrator of that tehsil, or null for nobody. */
  assignee: string | null;
  /** The header: the version that the administrator saw. */
  ifMatch?: string;
}

/**
 * Assigns a report: the row, its history and the event in one transaction; nothing if it is assigned to them already. If this
 * service does not know the assignee, it asks auth, while nothing is locked.
 * @returns the report as administrators see it
 * Throws 404 for another tehsil's report, 412 when it was changed meanwhile, 422 if the assignee is not an administrator of the
 * tehsil, 503 when that cannot be found out.
 */
export async function changeAssignee(parts: AssignParts, request: AssignmentRequest): Promise<SeenByAdmin> {
  const assigned = await assignToKnown(parts, request);
  if (assigned) return assigned;
  const { assignee, by } = request;
  const isThere = assignee !== null && (await parts.administrators.learn(assignee, by.token));
  const assignedNow = isThere && (await assignToKnown(parts, request));
  if (assignedNow) return assignedNow;
  throw fieldError(422, 'unknown_administrator', 'assignee', 'This is not an administrator of your tehsil.');
}

/** @returns null, and nothing is written, when the assignee is not known as an administrator of the tehsil */
const assignToKnown = (
  { pool, today }: AssignParts,
  { id, by, assignee, ifMatch }: AssignmentRequest,
): Promise<SeenByAdmin | null> =>
  transaction(pool, async (tx) => {
    // Before the report: who is disabled or moved is locked first, too, and their reports after them.
    const known = assignee === null ? null : await lockAssignee(tx, assignee, by.tehsil);
    const report = await lockFor(tx, by, 'assign', id);
    requireMatch(ifMatch, report.version);
    if (report.assignee === assignee) return readAdminReport(tx, id, today());
    if (assignee !== null && !known) return null;
    const name = (await nameOfAdministrator(tx, by.id)) ?? by.email;
    const { reference, issue, location, tehsil, due } = report;
    const about = { id, reference, issue, location, tehsil, due };
    const data = { ...about, assignee: known, by: { id: by.id, name } };
    await appendEvent(tx, 'ReportAssigned', id, data, { at: new Date(report.now) });
    // The row last: its counts are what all changes of the administrator's reports wait for.
    return saveAssignee(tx, report, known, { by: by.id, today: today() });
  });
