import { id as uuidRule } from '@tma/contracts';
import { failpoint, type Handler, notFound } from '@tma/kit';
import type { Reports } from '../report/context.ts';
import { moveReport as move } from './move-report.ts';

/** Corrects where a report is, unless it was changed since the caller saw it (`If-Match`). */
export const moveReport =
  ({
    pool,
    administrators,
    limits,
    today,
  }: Pick<Reports, 'pool' | 'administrators' | 'limits' | 'today'>): Handler<'moveReport'> =>
  async ({ params: { id }, body: to, caller: by }, request, reply) => {
    if (!uuidRule.safeParse(id).success) throw notFound();
    await limits.changes.count(by.id);
    await administrators.learnCaller(by, request.id);
    const report = await move(pool, { id, by, to, ifMatch: request.headers['if-match'], today: today() });
    failpoint('change-committed');
    return reply.header('etag', report.etag).send(report);
  };
