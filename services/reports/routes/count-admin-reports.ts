import { adminFilters } from '@tma/contracts';
import type { Handler, Parts } from '@tma/kit';
import type { ReportsConfig } from '../config.ts';
import { countOfDay, countsOf } from '../counts.store.ts';
import { countOf } from '../filters.ts';
import { dayIn } from '../times.ts';

/** How many reports of the tehsil each filter lets through, exact at once. */
export function countAdminReports({ config, pool }: Parts<ReportsConfig>): Handler<'countAdminReports'> {
  return async ({ caller }) => {
    const counts = await countsOf(pool, caller.tehsil);
    const today = await countOfDay(pool, caller.tehsil, dayIn(config.TIME_ZONE, new Date()));
    return Object.fromEntries(adminFilters.map(({ name }) => [name, name === 'today' ? today : countOf(name, counts)]));
  };
}
