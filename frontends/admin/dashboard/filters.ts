import { pagePath } from '@tma/contracts/pages';
import { type AdminFilter, adminFilters } from '@tma/contracts/reports/statuses';

/** The filter of that name in the address (`?filter=`); `all` for any other. */
export const readFilter = (value: string | null): AdminFilter =>
  adminFilters.find(({ name }) => name === value)?.name ?? 'all';

/** Where to go after a sign-in: the dashboard, with the filter that it was left with (in the navigation state). */
export function pathAfterSignIn(state: unknown): string {
  const left = typeof state === 'object' && state !== null && 'filter' in state ? String(state.filter) : null;
  const filter = readFilter(left);
  return pagePath('adminDashboard', filter === 'all' ? undefined : { filter });
}
