import { isProblem, id as uuidRule } from '@tma/contracts';
import { type Handler, HttpError, notFound, transaction } from '@tma/kit';
import type { Reports } from '../report/context.ts';
import { lockFor } from '../report/locks.store.ts';
import { saveShared } from './share.store.ts';

/**
 * Shows place, words and picture of an own report to whoever has its link, or no longer. What is so already writes nothing. Throws 404 for
 * another's, 422 for papers, which have no public record.
 */
export const shareReport =
  ({ pool, limits }: Pick<Reports, 'pool' | 'limits'>): Handler<'shareReport'> =>
  async ({ params: { id }, body: { shared }, caller }) => {
    if (!uuidRule.safeParse(id).success) throw notFound();
    await limits.sharing.count(caller.id);
    return transaction(pool, async (tx) => {
      const report = await lockFor(tx, caller, 'share', id);
      if (!isProblem(report.issue))
        throw new HttpError(422, 'not_supported', 'Certificates and licences are not shown to others.');
      return saveShared(tx, report, shared);
    });
  };
