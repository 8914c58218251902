import { id as uuidRule } from '@tma/contracts';
import { type Handler, notFound } from '@tma/kit';
import type { Reports } from '../report/context.ts';
import { share } from './share.ts';

/** Shows place, words and picture of an own report to whoever has its link, or no longer. */
export const shareReport =
  ({ pool, limits }: Pick<Reports, 'pool' | 'limits'>): Handler<'shareReport'> =>
  async ({ params: { id }, body: { shared }, caller }) => {
    if (!uuidRule.safeParse(id).success) throw notFound();
    await limits.sharing.count(caller.id);
    return share(pool, { id, by: caller, shared });
  };
