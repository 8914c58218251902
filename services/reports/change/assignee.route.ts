import { failpoint, type Handler, requireId } from '@tma/kit';
import type { Reports } from '../report/context.ts';
import { changeAssignee } from './change-assignee.ts';

/** Assigns a report to an administrator or to nobody, unless it was changed since the caller saw it (`If-Match`). */
export const assignReport =
  (reports: Pick<Reports, 'pool' | 'administrators' | 'today' | 'limits'>): Handler<'assignReport'> =>
  async ({ params: { id }, body: { assignee }, caller: by }, request, reply) => {
    requireId(id);
    await reports.limits.assignments.count(by.id);
    await reports.administrators.learnCaller(by, request.id);
    const report = await changeAssignee(reports, {
      id,
      by,
      assignee: assignee?.toLowerCase() ?? null,
      ifMatch: request.headers['if-match'],
      requestId: request.id,
    });
    failpoint('change-committed');
    return reply.header('etag', report.etag).send(report);
  };
