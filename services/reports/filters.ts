import { type AdminFilter, counted } from '@tma/contracts';

/** What one of the administrator's filters asks of a report. */
export interface Wanted {
  status?: string;
  /** Whether it has a schedule. */
  scheduled?: boolean;
  /** The day it is scheduled for. */
  day?: string;
}

/** What a filter lets through; `today` is the current day, `YYYY-MM-DD`. */
export function wanted(filter: AdminFilter, today: string): Wanted {
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
  }
}

/** How many reports stand in a status, with or without a schedule. */
export interface Count {
  status: string;
  scheduled: boolean;
  reports: number;
}

/** How many reports a filter lets through, from kept counts; `today` cannot be told from them. */
export function countOf(filter: Exclude<AdminFilter, 'today'>, counts: readonly Count[]): number {
  const { status, scheduled } = wanted(filter, '');
  return counts
    .filter((count) => status === undefined || count.status === status)
    .filter((count) => scheduled === undefined || count.scheduled === scheduled)
    .reduce((sum, count) => sum + count.reports, 0);
}
