import { operations } from '@tma/contracts';
import type { Handler, Parts } from '@tma/kit';
import { listAdmin } from '../administration.store.ts';
import { answerJson } from '../answer.ts';
import type { ReportsConfig } from '../config.ts';
import { wanted } from '../filters.ts';
import { dayIn } from '../times.ts';

/** A page of the tehsil's reports; `Link` names the next one while there is one. */
export function listAdminReports({ config, pool }: Parts<ReportsConfig>): Handler<'listAdminReports'> {
  return async ({ query: { filter, limit, before }, caller }, request, reply) => {
    const today = dayIn(config.TIME_ZONE, new Date());
    const { json, next } = await listAdmin(pool, caller.tehsil, wanted(filter, today), limit, before);
    if (next) {
      const query = new URLSearchParams({ filter, limit: String(limit), before: next });
      reply.header('link', `<${config.PUBLIC_URL}${operations.listAdminReports.path}?${query}>; rel="next"`);
    }
    return answerJson(request, reply, json);
  };
}
