import { counted, readStatus } from '@tma/contracts';
import { failpoint, type Handler, requireId } from '@tma/kit';
import type { Reports } from '../report/context.ts';
import { sideOf } from '../report/policy.ts';
import { asCrew } from '../report/reports.store.ts';
import { type ChangeParts, changeReport } from './change-report.ts';

/** Changes a report's status or schedule, unless it was changed since the caller saw it (`If-Match`). */
export const updateReport =
  (reports: ChangeParts & Pick<Reports, 'administrators' | 'limits'>): Handler<'updateReport'> =>
  async ({ params: { id }, body: change, caller: by }, request, reply) => {
    requireId(id);
    await reports.limits.changes.count(by.id);
    await reports.administrators.learnCaller(by, request.id);
    const report = await changeReport(reports, { id, by, change, ifMatch: request.headers['if-match'] });
    failpoint(readStatus(change.status ?? '') === counted.completed ? 'closing-committed' : 'change-committed');
    return reply.header('etag', report.etag).send(sideOf(by) === 'crew' ? asCrew(report) : report);
  };
