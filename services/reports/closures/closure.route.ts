import { failpoint, type Handler, notFound, requireId } from '@tma/kit';
import { readLastClosure } from '../report/closure/closures.store.ts';
import type { Reports } from '../report/context.ts';
import { requireMay } from '../report/policy.ts';
import { requireAnswerer, takeAnswer } from './answer.ts';

/** A report's last closure, for who may read the report; 404 also where there is none. */
export const readClosure =
  ({ pool }: Pick<Reports, 'pool'>): Handler<'readClosure'> =>
  async ({ params: { id }, caller }) => {
    requireId(id);
    const found = await readLastClosure(pool, id);
    requireMay(caller, 'read', found);
    if (!found.closure) throw notFound();
    return found.closure;
  };

/** Takes the reporter's answer to the last closure of their report. */
export const answerClosure =
  (reports: Pick<Reports, 'pool' | 'config'>): Handler<'answerClosure'> =>
  async ({ params: { id }, body, caller }) => {
    requireId(id);
    // Who has nothing to answer locks nothing: the rules of due days, the report and its duplicates.
    const asked = await readLastClosure(reports.pool, id);
    await requireAnswerer(reports.pool, caller, asked && { ...asked, id });
    if (!asked?.closure) throw notFound();
    await takeAnswer(reports, { reportId: id, by: caller }, body);
    failpoint('change-committed');
    const seen = await readLastClosure(reports.pool, id);
    if (!seen?.closure) throw notFound();
    return seen.closure;
  };
