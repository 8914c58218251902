import { type AdminFilter, counted } from '@tma/contracts';

/** What a report must meet to pass a filter; all conditions must hold. */
export interface Conditions {
  status?: string;
  /** Whether it has a schedule. */
  scheduled?: boolean;
  /** The day it is scheduled for, `YYYY-MM-DD`. */
  day?: string;
  /** Whether it is Open or In Progress after a dispute that no closure has made good. */
  disputed?: true;
}

/** The conditions of one of the administrator's filters; `today` is the current day, `YYYY-MM-DD`. */
export function conditionsOf(filter: AdminFilter, today: string): Conditions {
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
  }
}

/** How many reports have a status, with or without a schedule. */
export interface Count {
  status: string;
  scheduled: boolean;
  reports: number;
}

/** How many reports meet the conditions, from kept counts; null where these do not know: of a day, of disputes. */
export function countMatching(
  { status, scheduled, day, disputed }: Conditions,
  counts: readonly Count[],
): number | null {
  if (day !== undefined || disputed) return null;
  return counts
    .filter((count) => status === undefined || count.status === status)
    .filter((count) => scheduled === undefined || count.scheduled === scheduled)
    .reduce((sum, count) => sum + count.reports, 0);
}

export { dayIn } from './deadlines/working-days.ts';
