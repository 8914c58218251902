import { RequestRow } from '@tma/contracts';
import { answerRows, answerUnchanged, type Handler, type Page, type Parts, type RestTable, readQuery } from '@tma/kit';
import { listRequests, stampRequests } from '../requests.store.ts';
import { sharedReads } from '../shared-reads.ts';

const table: RestTable = {
  name: 'requests',
  columns: Object.keys(RequestRow.shape),
  filters: ['id', 'user_id', 'status', 'tehsil', 'issue'],
  orders: ['created_at', 'id'],
  ids: ['id', 'user_id'],
  pages: true,
};

/** `/rest/v1/requests`: own rows whole, others' without who made them. */
export function readRequests({ pool }: Pick<Parts, 'pool'>): Handler<'readRequests'> {
  const shared = sharedReads<Required<Page>>();
  return async ({ query, caller }, request, reply) => {
    const asked = readQuery(table, query, request.headers);
    const theirs = <P extends Required<Page>>(page: P) => ({ ...page, stamp: `${caller.id} ${page.stamp}` });
    if (request.headers['if-none-match'] !== undefined) {
      const isOwn = asked.filters.some(({ column }) => column === 'user_id');
      const key = JSON.stringify([asked, isOwn && caller.id]);
      const page = await shared(key, () => stampRequests(pool, caller.id, asked));
      if (answerUnchanged(request, reply, asked, theirs(page))) return reply;
    }
    return answerRows(request, reply, asked, theirs(await listRequests(pool, caller.id, asked)));
  };
}
