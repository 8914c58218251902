import { id as uuidRule } from '@tma/contracts';
import { type Handler, sendJson } from '@tma/kit';
import type { Reports } from './context.ts';
import { readHistory } from './history.store.ts';
import { requireMay, sideOf } from './policy.ts';

/**
 * What happened to a report, for who may read it. With `notes=public`, administrators also see of each note whether the reporter
 * can read it.
 */
export const reportHistory =
  ({ pool }: Pick<Reports, 'pool'>): Handler<'reportHistory'> =>
  async ({ params: { id }, query: { notes }, caller }, request, reply) => {
    const history = uuidRule.safeParse(id).success
      ? await readHistory(pool, id, sideOf(caller), notes === 'public')
      : null;
    requireMay(caller, 'read', history);
    return sendJson(request, reply, history.json);
  };
