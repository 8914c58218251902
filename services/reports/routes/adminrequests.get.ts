import { operations } from '@tma/contracts';
import type { Handler } from '@tma/kit';
import { sendIfUnchanged, sendJson } from '../conditional-answer.ts';
import type { Reports } from '../context.ts';
import { conditionsOf, dayIn } from '../filters.ts';
import { findReports } from '../search/find.ts';
import { searchOf } from '../search/words.ts';
import { sharedReads } from '../shared-reads.ts';
import {
  type AdminPage,
  type AdminQuery,
  listAdminReports as list,
  stampAdminReports,
} from '../stores/admin-reports.store.ts';

/** A page of the tehsil's reports; `Link` names the next one when more follow. */
export const listAdminReports = ({ config, pool }: Pick<Reports, 'config' | 'pool'>): Handler<'listAdminReports'> => {
  const shared = sharedReads<Omit<AdminPage, 'json'>>();
  return async ({ query: { filter, limit, before, q }, caller }, request, reply) => {
    const conditions = conditionsOf(filter, dayIn(config.TIME_ZONE, new Date()));
    const asked: AdminQuery = { tehsil: caller.tehsil, conditions, limit, before };
    const search = searchOf(q);
    if (search) asked.found = await findReports(pool, asked, search);
    const setLink = (next: string | null) => {
      if (next === null) return reply.removeHeader('link');
      const query = new URLSearchParams({ filter, ...(q && { q }), limit: String(limit), before: next });
      return reply.header('link', `<${config.PUBLIC_URL}${operations.listAdminReports.path}?${query}>; rel="next"`);
    };
    if (request.headers['if-none-match'] !== undefined) {
      const { next, stamp } = await shared(JSON.stringify(asked), () => stampAdminReports(pool, asked));
      if (sendIfUnchanged(request, setLink(next), stamp)) return reply;
    }
    const { json, next, stamp } = await list(pool, asked);
    return sendJson(request, setLink(next), json, stamp);
  };
};
