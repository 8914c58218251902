import { id as uuidRule } from '@tma/contracts';
import { type Handler, notFound } from '@tma/kit';
import { readClosure as read } from '../report/closure/closures.store.ts';
import type { Reports } from '../report/context.ts';
import { requireMay } from '../report/policy.ts';

/** A report's last closure, for who may read the report; 404 also where there is none. */
export const readClosure =
  ({ pool }: Pick<Reports, 'pool'>): Handler<'readClosure'> =>
  async ({ params: { id }, caller }) => {
    const found = uuidRule.safeParse(id).success ? await read(pool, id) : null;
    requireMay(caller, 'read', found);
    if (!found.closure) throw notFound();
    return found.closure;
  };
