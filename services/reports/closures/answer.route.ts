import { id as uuidRule } from '@tma/contracts';
import { failpoint, type Handler, notFound } from '@tma/kit';
import { readClosure } from '../report/closure/closures.store.ts';
import type { Reports } from '../report/context.ts';
import { answerClosure as answer } from './answer.ts';

/** Takes the reporter's answer to the last closure of their report. */
export const answerClosure =
  (reports: Pick<Reports, 'pool' | 'config'>): Handler<'answerClosure'> =>
  async ({ params: { id }, body, caller }) => {
    if (!uuidRule.safeParse(id).success) throw notFound();
    await answer(reports, { reportId: id, by: caller }, body);
    failpoint('change-committed');
    const seen = await readClosure(reports.pool, id);
    if (!seen?.closure) throw notFound();
    return seen.closure;
  };
