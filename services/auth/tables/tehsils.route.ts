import { answerRows, type Handler, type RestTable, readQuery } from '@tma/kit';
import type { Auth } from '../credentials/context.ts';
import { findTehsils } from '../person/tehsils.store.ts';
import { selectRows } from './select-rows.ts';

const table: RestTable = { name: 'tehsils', columns: ['tehsil'], filters: ['tehsil'], orders: ['tehsil'] };

/** The tehsils by name (PostgREST): all of them unless a `limit` is given, because the sign-up form shows every one. */
export const readTehsils =
  ({ pool }: Auth): Handler<'readTehsils'> =>
  async ({ query }, request, reply) => {
    const given = readQuery(table, query, request.headers);
    const q = query.limit === undefined ? { ...given, limit: Number.POSITIVE_INFINITY } : given;
    return answerRows(request, reply, q, selectRows(await findTehsils(pool), q));
  };
