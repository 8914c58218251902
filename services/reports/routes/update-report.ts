import { id as uuidRule } from '@tma/contracts';
import { failpoint, type Handler, notFound, type Parts } from '@tma/kit';
import { update } from '../update.ts';

/** Changes a report's status or schedule, unless it was changed since the caller saw it (`If-Match`). */
export function updateReport({ pool }: Pick<Parts, 'pool'>): Handler<'updateReport'> {
  return async ({ params, body, caller }, request, reply) => {
    if (!uuidRule.safeParse(params.id).success) throw notFound();
    const report = await update(pool, {
      id: params.id,
      by: caller,
      wish: body,
      ifMatch: request.headers['if-match'],
    });
    failpoint('change-committed');
    return reply.header('etag', report.etag).send(report);
  };
}
