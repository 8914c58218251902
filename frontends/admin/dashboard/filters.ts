import { type AdminFilter, adminFilters } from '@tma/contracts/reports/statuses';

/** The filter named in the address (`?filter=`); all when there is none of that name. */
export const readFilter = (word: string | null): AdminFilter =>
  adminFilters.find(({ name }) => name === word)?.name ?? 'all';

/** Where to go after a sign-in: back to the filter that the page before was sent away from (its navigation state). */
export function wayBack(state: unknown): string {
  const left = typeof state === 'object' && state !== null && 'filter' in state ? String(state.filter) : null;
  const filter = readFilter(left);
  return filter === 'all' ? '/adminDashboard' : `/adminDashboard?filter=${filter}`;
}
