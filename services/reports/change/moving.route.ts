import { isProblem } from '@tma/contracts';
import { appendEvent, failpoint, type Handler, HttpError, requireId, transaction } from '@tma/kit';
import type { Reports } from '../report/context.ts';
import { lockFor } from '../report/locks.store.ts';
import { readAdminReport } from '../report/reports.store.ts';
import { savePoint } from './change.store.ts';
import { requireMatch } from './status-change.ts';

type Parts = Pick<Reports, 'pool' | 'administrators' | 'limits' | 'today'>;

/**
 * Corrects the place of a report: the row, its history and the event in one transaction; nothing if it has that point already.
 * Throws 404 for another tehsil's report, 422 for certificates and licences, which have no place, 412 when it was changed since the
 * caller saw it (`If-Match`).
 */
export const moveReport =
  ({ pool, administrators, limits, today: currentDay }: Parts): Handler<'moveReport'> =>
  async ({ params: { id }, body: to, caller: by }, request, reply) => {
    requireId(id);
    await limits.changes.count(by.id);
    await administrators.learnCaller(by);
    const today = currentDay();
    const moved = await transaction(pool, async (tx) => {
      const report = await lockFor(tx, by, 'change', id);
      if (!isProblem(report.issue))
        throw new HttpError(422, 'not_supported', 'Certificates and licences have no place on a map.');
      requireMatch(request.headers['if-match'], report.version);
      const seen = await readAdminReport(tx, id, today);
      if (seen.lat === to.lat && seen.long === to.long && seen.accuracy === null) return seen;
      const { reference, tehsil } = report;
      await appendEvent(tx, 'ReportMoved', id, { id, reference, tehsil, ...to, by: by.id });
      return savePoint(tx, report, to, { by: by.id, today });
    });
    failpoint('change-committed');
    return reply.header('etag', moved.etag).send(moved);
  };
