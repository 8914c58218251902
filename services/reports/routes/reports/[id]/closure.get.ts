import { id as uuidRule } from '@tma/contracts';
import { type Handler, notFound } from '@tma/kit';
import type { Reports } from '../../../context.ts';
import { readClosure as read } from '../../../stores/closures.store.ts';

/** A report's last closure, for its reporter and its tehsil's administrators; 404 for anyone else, and where there is none. */
export const readClosure =
  ({ pool }: Pick<Reports, 'pool'>): Handler<'readClosure'> =>
  async ({ params: { id }, caller }) => {
    if (!uuidRule.safeParse(id).success) throw notFound();
    const found = await read(pool, id);
    const allowed = caller.audience === 'admin' ? found?.tehsil === caller.tehsil : found?.user_id === caller.id;
    if (!found?.closure || !allowed) throw notFound();
    return found.closure;
  };
