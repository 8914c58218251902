import { appendEvent, HttpError, noteAct, type Pool, transaction } from '@tma/kit';
import { lockFor } from '../report/lock-report.ts';
import type { Administrator } from '../report/policy.ts';
import { readAdminReport, type SeenByAdmin } from '../report/reports.store.ts';
import { saveHidden } from './hiding.store.ts';

interface HidingRequest {
  /** The report's id. */
  id: string;
  by: Administrator;
  hidden: boolean;
  /** For staff and the reporter; a report is not hidden without one. */
  reason: string;
  /** `YYYY-MM-DD` */
  today: string;
}

/**
 * Hides a report from everybody but its reporter and its staff, or shows it again: the row, its history and the event in one
 * transaction. What is so already writes nothing.
 * @returns the report as administrators see it. Throws 404 for another tehsil's report, 400 without a reason to hide it.
 */
export const hideReport = (pool: Pool, { id, by, hidden, reason, today }: HidingRequest): Promise<SeenByAdmin> =>
  transaction(pool, async (tx) => {
    const report = await lockFor(tx, by, 'hide', id);
    const message = 'Say why this report is hidden.';
    if (hidden && !reason)
      throw new HttpError(400, 'invalid_request', message, { errors: [{ path: 'reason', message }] });
    const seen = await readAdminReport(tx, id, today);
    if (seen.hidden === hidden && (!hidden || seen.hiddenReason === reason)) return seen;
    const { reference, tehsil } = report;
    if (seen.hidden !== hidden) await appendEvent(tx, 'ReportHidden', id, { id, reference, tehsil, hidden, by: by.id });
    await noteAct(tx, 'reports', { id: by.id, tehsil }, { kind: hidden ? 'hidden' : 'shown', about: reference });
    return saveHidden(tx, report, { hidden, reason: reason || null, by: by.id, today });
  });
