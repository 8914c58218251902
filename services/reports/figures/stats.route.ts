import type { Handler } from '@tma/kit';
import type { Reports } from '../report/context.ts';
import { readStats } from '../report/counts.store.ts';

/** How many reports were ever closed in a tehsil, and what their reporters said. */
export const stats =
  ({ pool }: Pick<Reports, 'pool'>): Handler<'stats'> =>
  async ({ query }) => {
    const { resolved, confirmed, disputed, unanswered, withoutProof } = await readStats(pool, query.tehsil);
    return { resolved, confirmed, disputed, unanswered, withoutProof };
  };
