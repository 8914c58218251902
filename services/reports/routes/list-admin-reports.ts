import { operations } from '@tma/contracts';
import type { Handler, Parts } from '@tma/kit';
import { type AdminPage, type AdminQuery, listAdmin, stampAdmin } from '../administration.store.ts';
import { answerJson, answerUnchanged } from '../answer.ts';
import type { ReportsConfig } from '../config.ts';
import { wanted } from '../filters.ts';
import { sharedReads } from '../shared-reads.ts';
import { dayIn } from '../times.ts';

/** A page of the tehsil's reports; `Link` names the next one while there is one. */
export function listAdminReports({ config, pool }: Parts<ReportsConfig>): Handler<'listAdminReports'> {
  const shared = sharedReads<Omit<AdminPage, 'json'>>();
  return async ({ query: { filter, limit, before }, caller }, request, reply) => {
    const asked: AdminQuery = {
      tehsil: caller.tehsil,
      wanted: wanted(filter, dayIn(config.TIME_ZONE, new Date())),
      limit,
      before,
    };
    const link = (next: string | null) => {
      if (next === null) return reply.removeHeader('link');
      const query = new URLSearchParams({ filter, limit: String(limit), before: next });
      return reply.header('link', `<${config.PUBLIC_URL}${operations.listAdminReports.path}?${query}>; rel="next"`);
    };
    if (request.headers['if-none-match'] !== undefined) {
      const { next, stamp } = await shared(JSON.stringify(asked), () => stampAdmin(pool, asked));
      if (answerUnchanged(request, link(next), stamp)) return reply;
    }
    const { json, next, stamp } = await listAdmin(pool, asked);
    return answerJson(request, link(next), json, stamp);
  };
}
