import { type AdminFilter, adminFilters } from '@tma/contracts/status';

/** The filter named in the address (`?filter=`); all when there is none of that name. */
export const readFilter = (word: string | null): AdminFilter =>
  adminFilters.find(({ name }) => name === word)?.name ?? 'all';
