import { isProblem } from '@tma/contracts';
import { HttpError, type Pool, transaction } from '@tma/kit';
import { lockFor } from '../report/locks.store.ts';
import type { Actor } from '../report/policy.ts';
import type { SeenByResident } from '../report/reports.store.ts';
import { saveShared } from './share.store.ts';

/**
 * Shares a report, or ends that. What is so already writes nothing.
 * @returns the report as its reporter sees it. Throws 404 for another's, 422 for papers, which have no public record.
 */
export const share = (
  pool: Pool,
  { id, by, shared }: { id: string; by: Actor; shared: boolean },
): Promise<SeenByResident> =>
  transaction(pool, async (tx) => {
    const report = await lockFor(tx, by, 'share', id);
    if (!isProblem(report.issue))
      throw new HttpError(422, 'not_supported', 'Certificates and licences are not shown to others.');
    return saveShared(tx, report, shared);
  });
