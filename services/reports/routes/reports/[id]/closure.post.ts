import { id as uuidRule } from '@tma/contracts';
import { failpoint, type Handler, notFound } from '@tma/kit';
import { answerClosure as answer } from '../../../closures/answer.ts';
import type { Reports } from '../../../context.ts';
import { lastClosure, readClosure } from '../../../stores/closures.store.ts';

/** Takes the reporter's answer to the last closure of their report. */
export const answerClosure =
  (reports: Pick<Reports, 'pool' | 'config'>): Handler<'answerClosure'> =>
  async ({ params: { id }, body, caller }) => {
    if (!uuidRule.safeParse(id).success) throw notFound();
    const seen = await answer(
      reports,
      {
        report: ['ofReporter', id, caller.id],
        find: (tx) => lastClosure(tx, id),
        read: (tx) => readClosure(tx, id),
      },
      body,
    );
    failpoint('change-committed');
    if (!seen?.closure) throw notFound();
    return seen.closure;
  };
