import { failpoint, type Handler, requireId } from '@tma/kit';
import type { Reports } from '../report/context.ts';
import { changeDuplicate } from './change-duplicate.ts';

/** Marks a report as a duplicate of another, or as no duplicate any more. */
export const markDuplicate =
  (reports: Pick<Reports, 'pool' | 'administrators' | 'limits' | 'today' | 'config'>): Handler<'markDuplicate'> =>
  async ({ params: { id }, body: { of }, caller: by }, request, reply) => {
    requireId(id);
    await reports.limits.changes.count(by.id);
    await reports.administrators.learnCaller(by, request.id);
    const report = await changeDuplicate(reports, { id, by, of });
    failpoint('change-committed');
    return reply.header('etag', report.etag).send(report);
  };
