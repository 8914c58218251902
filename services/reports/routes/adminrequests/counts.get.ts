import { adminFilters } from '@tma/contracts';
import type { Handler } from '@tma/kit';
import type { Reports } from '../../context.ts';
import { conditionsOf, countMatching, dayIn } from '../../filters.ts';
import { countAdminReports as count } from '../../stores/admin-reports.store.ts';
import { readCounts, readFigures } from '../../stores/counts.store.ts';

/** How many reports of the tehsil each filter matches, exact at once. */
export const countAdminReports =
  ({ config, pool }: Pick<Reports, 'config' | 'pool'>): Handler<'countAdminReports'> =>
  async ({ caller: { tehsil } }) => {
    const [counts, { disputedNow }] = await Promise.all([readCounts(pool, tehsil), readFigures(pool, tehsil)]);
    const today = dayIn(config.TIME_ZONE, new Date());
    const answer: Record<string, number> = {};
    for (const { name } of adminFilters) {
      const conditions = conditionsOf(name, today);
      answer[name] = conditions.disputed
        ? disputedNow
        : (countMatching(conditions, counts) ?? (await count(pool, tehsil, conditions)));
    }
    return answer;
  };
