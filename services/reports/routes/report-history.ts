import { id as uuidRule } from '@tma/contracts';
import { type Handler, notFound, type Parts } from '@tma/kit';
import { history } from '../administration.store.ts';
import { answerJson } from '../answer.ts';

/** Every change of a report, for its reporter and its tehsil's administrators; for others there is no such report. */
export function reportHistory({ pool }: Pick<Parts, 'pool'>): Handler<'reportHistory'> {
  return async ({ params, caller }, request, reply) => {
    if (!uuidRule.safeParse(params.id).success) throw notFound();
    const report = await history(pool, params.id);
    const may = caller.audience === 'admin' ? report?.tehsil === caller.tehsil : report?.user_id === caller.id;
    if (!report || !may) throw notFound();
    return answerJson(request, reply, report.json);
  };
}
