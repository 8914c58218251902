import { limits, mostInBox, operations } from '@tma/contracts';
import { type Handler, sendIfUnchanged, sendJson, sharedReads, weakEtag } from '@tma/kit';
import type { Reports } from '../report/context.ts';
import type { Search } from '../report/search/words.store.ts';
import { searchOf } from '../report/search/words.ts';
import { type AdminPage, type AdminQuery, readAdminPage, readAdminStamp } from './admin-reports.store.ts';
import { findReports, findReportsForCrew } from './find.ts';
import { readConditions } from './list-conditions.ts';

type ListParts = Pick<Reports, 'config' | 'pool' | 'administrators' | 'today' | 'limits'>;

/** A page of the tehsil's reports; `Link` names the next one when more follow. */
export const listAdminReports = (reports: ListParts): Handler<'listAdminReports'> => {
  const { config, pool } = reports;
  const shared = sharedReads<Omit<AdminPage, 'json'>>();
  const find = (asked: AdminQuery, search: Search, text: string) =>
    asked.conditions.only === undefined
      ? findReports(pool, asked, search)
      : findReportsForCrew(pool, asked, search, text);
  return async ({ query: { bbox: box, order, ...query }, caller }, request, reply) => {
    const most = order ? limits.page.max : box && mostInBox;
    const { limit, before, ...wanted } = most ? { ...query, limit: most, before: undefined } : query;
    const today = reports.today();
    const ofQuery = await readConditions(reports, wanted, caller, today);
    const conditions = box ? { ...ofQuery, box } : ofQuery;
    const asked: AdminQuery = { tehsil: caller.tehsil, today, conditions, limit, before, order };
    const search = searchOf(wanted.q, caller.tehsil);
    if (search) await reports.limits.searches.count(caller.id);
    // Crew's are few: those that match by a name alone are left out one by one.
    if (search && order && conditions.only === undefined) asked.search = search;
    else if (search) asked.found = await find(asked, search, wanted.q ?? '');
    const setLink = (next: string | null) => {
      if (next === null || most) return reply.removeHeader('link');
      const more = new URLSearchParams({ filter: wanted.filter, limit: String(limit), before: next });
      const { q, issue, assignee } = wanted;
      for (const [name, value] of Object.entries({ q, issue, assignee }))
        if (value !== undefined) more.set(name, value);
      return reply.header('link', `<${config.PUBLIC_URL}${operations.listAdminReports.path}?${more}>; rel="next"`);
    };
    if (request.headers['if-none-match'] !== undefined) {
      const { next, stamp } = await shared(JSON.stringify(asked), () => readAdminStamp(pool, asked));
      if (sendIfUnchanged(request, setLink(next), weakEtag(stamp))) return reply;
    }
    const { json, next, stamp } = await readAdminPage(pool, asked);
    return sendJson(request, setLink(next), json, stamp);
  };
};
