import { id as uuidRule } from '@tma/contracts';
import { type Handler, notFound } from '@tma/kit';
import { sendJson } from '../../../conditional-answer.ts';
import type { Reports } from '../../../context.ts';
import { readHistory } from '../../../stores/history.store.ts';

/**
 * What happened to a report, for its reporter and its tehsil's administrators; 404 for anyone else. With `notes=public`,
 * administrators also see of each note whether the reporter can read it.
 */
export const reportHistory =
  ({ pool }: Pick<Reports, 'pool'>): Handler<'reportHistory'> =>
  async ({ params: { id }, query: { notes }, caller }, request, reply) => {
    if (!uuidRule.safeParse(id).success) throw notFound();
    const history = await readHistory(pool, id, caller.audience, notes === 'public');
    const allowed = caller.audience === 'admin' ? history?.tehsil === caller.tehsil : history?.user_id === caller.id;
    if (!history || !allowed) throw notFound();
    return sendJson(request, reply, history.json);
  };
