import { isProblem } from '@tma/contracts';
import { appendEvent, HttpError, type Pool, transaction } from '@tma/kit';
import { lockFor } from '../report/lock-report.ts';
import type { Administrator } from '../report/policy.ts';
import { readAdminReport, type SeenByAdmin } from '../report/reports.store.ts';
import { type Point, savePoint } from './moving.store.ts';
import { requireMatch } from './status-change.ts';

interface MoveRequest {
  /** The report's id. */
  id: string;
  by: Administrator;
  to: Point;
  /** The header: the version that the administrator saw. */
  ifMatch?: string | undefined;
  /** `YYYY-MM-DD` */
  today: string;
}

/**
 * Corrects where a report is: the row, its history and the event in one transaction. The point that it has already writes nothing.
 * @returns the report as administrators see it
 * Throws 404 for another tehsil's report, 422 for papers, which are nowhere, 412 when it was changed meanwhile.
 */
export const moveReport = (pool: Pool, { id, by, to, ifMatch, today }: MoveRequest): Promise<SeenByAdmin> =>
  transaction(pool, async (tx) => {
    const report = await lockFor(tx, by, 'change', id);
    if (!isProblem(report.issue))
      throw new HttpError(422, 'not_supported', 'Certificates and licences have no place on a map.');
    requireMatch(ifMatch, report.version);
    const seen = await readAdminReport(tx, id, today);
    if (seen.lat === to.lat && seen.long === to.long && seen.accuracy === null) return seen;
    const { reference, tehsil } = report;
    await appendEvent(tx, 'ReportMoved', id, { id, reference, tehsil, ...to, by: by.id });
    return savePoint(tx, report, { ...to, by: by.id, today });
  });
