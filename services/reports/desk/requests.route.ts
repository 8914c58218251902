import { mostInBox, RequestRow } from '@tma/contracts';
import { answerRows, answerUnchanged, type Handler, type Page, type RestTable, readQuery, sharedReads } from '@tma/kit';
import type { Reports } from '../report/context.ts';
import { listRequests, type RequestsQuery, reportersOfHidden, stampRequests } from './requests.store.ts';

const table: RestTable = {
  name: 'requests',
  columns: Object.keys(RequestRow.shape),
  filters: ['id', 'user_id', 'status', 'tehsil', 'issue'],
  orders: ['created_at', 'id'],
  ids: ['id', 'user_id'],
  pages: true,
};

/** A page of reports: the caller's own with all fields, others' without their reporter. */
export const readRequests = ({ pool }: Pick<Reports, 'pool'>): Handler<'readRequests'> => {
  const shared = sharedReads<Required<Page>>();
  const sharedReporters = sharedReads<ReadonlySet<string>>();
  return async ({ query: { bbox: box, ...query }, caller }, request, reply) => {
    const read = readQuery(table, query, request.headers);
    const asked: RequestsQuery = box ? { ...read, box, limit: mostInBox, offset: 0, count: false } : read;
    // Callers see the same rows differently.
    const forCaller = <P extends Required<Page>>(page: P) => ({ ...page, stamp: `${caller.id} ${page.stamp}` });
    if (request.headers['if-none-match'] !== undefined) {
      const isOwn = asked.filters.some(({ column }) => column === 'user_id');
      const seesMore = isOwn || (await sharedReporters('', () => reportersOfHidden(pool))).has(caller.id);
      const key = JSON.stringify([asked, seesMore && caller.id]);
      const page = await shared(key, () => stampRequests(pool, caller.id, asked));
      if (answerUnchanged(request, reply, asked, forCaller(page))) return reply;
    }
    return answerRows(request, reply, asked, forCaller(await listRequests(pool, caller.id, asked)));
  };
};
