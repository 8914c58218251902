import { type AdminFilter, adminFilters } from '@tma/contracts';
import type { Handler } from '@tma/kit';
import type { Reports } from '../report/context.ts';
import { readCounts, readOpenCounts } from '../report/counts.store.ts';
import { countReports } from './admin-reports.store.ts';
import { conditionsOfFilter, conditionsOfRole, countMatching } from './filters.ts';

/** How many reports of the tehsil each filter matches, exact at once; for crew, of those assigned to them. */
export const countAdminReports =
  ({ pool, today: currentDay }: Pick<Reports, 'pool' | 'today'>): Handler<'countAdminReports'> =>
  async ({ caller }) => {
    const { id, tehsil } = caller;
    const today = currentDay();
    const [counts, { overdue, assigned, disputed }] = await Promise.all([
      readCounts(pool, tehsil),
      readOpenCounts(pool, tehsil, today, id),
    ]);
    const only = conditionsOfRole(caller);
    const isOfAll = only.only === undefined;
    const kept: Partial<Record<AdminFilter, number>> = isOfAll ? { disputed, overdue, mine: assigned } : {};
    const answer: Record<string, number> = {};
    for (const { name } of adminFilters) {
      const conditions = { ...only, ...conditionsOfFilter(name, today, id) };
      answer[name] = kept[name] ?? countMatching(conditions, counts) ?? (await countReports(pool, tehsil, conditions));
    }
    return answer;
  };
