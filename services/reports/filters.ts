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
  /** A day, `YYYY-MM-DD`: whether it is Open or In Progress and was due before. */
  dueBefore?: string;
  /** The id of an administrator: whether it is Open or In Progress and assigned to them. */
  mine?: string;
  issue?: string;
  /** The id of an administrator, or null: whether it is assigned to them, or to nobody. */
  assignee?: string | null;
}

/**
 * The conditions of one of the administrator's filters.
 * @param today the current day, `YYYY-MM-DD`
 * @param caller the administrator's id
 */
export function conditionsOf(filter: AdminFilter, today: string, caller: string): Conditions {
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

/** How many reports have a status, with or without a schedule. */
export interface Count {
  status: string;
  scheduled: boolean;
  reports: number;
}

/** How many reports meet the conditions, from these counts; null where they do not know. */
export function countMatching({ status, scheduled, ...others }: Conditions, counts: readonly Count[]): number | null {
  if (Object.keys(others).length > 0) return null;
  return counts
    .filter((count) => status === undefined || count.status === status)
    .filter((count) => scheduled === undefined || count.scheduled === scheduled)
    .reduce((sum, count) => sum + count.reports, 0);
}

export { dayIn } from './deadlines/working-days.ts';
