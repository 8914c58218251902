import { type AdminFilter, counted } from '@tma/contracts';
import type { Count } from '../report/counts.store.ts';
import { type Administrator, sideOf } from '../report/policy.ts';
import type { Conditions } from './admin-reports.store.ts';

/** What holds in all lists of an administrator: crew see what is assigned to them. */
export const conditionsOfRole = (caller: Administrator): Conditions =>
  sideOf(caller) === 'crew' ? { only: caller.id } : {};

/** The conditions of an administrator's filter. @param today `YYYY-MM-DD` @param caller the administrator's id */
export function conditionsOfFilter(filter: AdminFilter, today: string, caller: string): Conditions {
  switch (filter) {
    case 'all':
      return {};
    case 'completed':
    case 'pending':
    case 'dropped':
      return { status: counted[filter] };
    case 'scheduled':
      return { status: counted.pending, scheduled: true };
    case 'not-scheduled':
      return { status: counted.pending, scheduled: false };
    case 'today':
      return { status: counted.pending, day: today };
    case 'disputed':
      return { disputed: true };
    case 'overdue':
      return { dueBefore: today };
    case 'mine':
      return { mine: caller };
  }
}

/** How many reports meet the conditions, from these counts; null where they do not know. */
export function countMatching({ status, scheduled, ...others }: Conditions, counts: readonly Count[]): number | null {
  if (Object.keys(others).length > 0) return null;
  return counts
    .filter((count) => status === undefined || count.status === status)
    .filter((count) => scheduled === undefined || count.scheduled === scheduled)
    .reduce((sum, count) => sum + count.reports, 0);
}
