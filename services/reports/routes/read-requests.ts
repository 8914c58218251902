import { RequestRow } from '@tma/contracts';
import { answerRows, type Handler, type Parts, type RestTable, readQuery } from '@tma/kit';
import { listRequests } from '../requests.store.ts';

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
  return async ({ query, caller }, request, reply) => {
    const asked = readQuery(table, query, request.headers);
    return answerRows(request, reply, asked, await listRequests(pool, caller.id, asked));
  };
}
