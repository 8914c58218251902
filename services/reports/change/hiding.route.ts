import { id as uuidRule } from '@tma/contracts';
import { failpoint, type Handler, notFound } from '@tma/kit';
import type { Reports } from '../report/context.ts';
import { hideReport as hide } from './hide-report.ts';

/** Hides a report, or shows it again. */
export const hideReport =
  ({
    pool,
    administrators,
    limits,
    today,
  }: Pick<Reports, 'pool' | 'administrators' | 'limits' | 'today'>): Handler<'hideReport'> =>
  async ({ params: { id }, body: { hidden, reason }, caller: by }, request, reply) => {
    if (!uuidRule.safeParse(id).success) throw notFound();
    await limits.changes.count(by.id);
    await administrators.learnCaller(by, request.id);
    const report = await hide(pool, { id, by, hidden, reason, today: today() });
    failpoint('change-committed');
    return reply.header('etag', report.etag).send(report);
  };
