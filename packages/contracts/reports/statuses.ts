/** Whether work on a report goes on (`open`) or not (`ended`). Due days, lists, figures and pages all go by it. */
export const phases = ['open', 'ended'] as const;
type Phase = (typeof phases)[number];

/** The statuses of a report: name, code, phase, colour, and the count each is part of. Any may follow any. */
export const statuses = [
  { name: 'Open', code: 'open', phase: 'open', color: '#f59e0b', counts: 'pending' },
  { name: 'In Progress', code: 'in-progress', phase: 'open', color: '#3b82f6', counts: null },
  { name: 'Closed', code: 'closed', phase: 'ended', color: '#10b981', counts: 'completed' },
  { name: 'Dropped', code: 'dropped', phase: 'ended', color: '#ef4444', counts: 'dropped' },
] as const;

export type Status = (typeof statuses)[number]['name'];

/** The phase of a status, by its exact name. Throws for a word that is no status. */
export function phaseOf(name: string): Phase {
  const status = statuses.find((status) => status.name === name);
  if (!status) throw new Error(`${name} is no status`);
  return status.phase;
}

type Counting = NonNullable<(typeof statuses)[number]['counts']>;

/** The status that counts as pending, completed or dropped. */
export const counted = Object.fromEntries(
  statuses.flatMap(({ name, counts }) => (counts ? [[counts, name]] : [])),
) as Record<Counting, Status>;

/** The colour of a status that this version does not know. */
export const otherStatusColor = '#6b7280';

export const defaultStatus: Status = 'Open';

/** The status of reports on which work has begun. */
export const startedStatus: Status = 'In Progress';

/** The status of this name in any letter case (`open` is `Open`), or undefined. */
export function readStatus(word: string): Status | undefined {
  const folded = word.trim().toLowerCase();
  return statuses.find((status) => status.name.toLowerCase() === folded)?.name;
}

/** The filters of the administrator's list, each with its button's text. */
export const adminFilters = [
  { name: 'all', label: 'All Requests' },
  { name: 'completed', label: 'Completed Requests' },
  { name: 'pending', label: 'Pending Requests' },
  { name: 'dropped', label: 'Dropped Reports' },
  { name: 'scheduled', label: 'Scheduled Requests' },
  { name: 'not-scheduled', label: 'Not-Scheduled Requests' },
  { name: 'today', label: 'Today Tasks' },
  { name: 'overdue', label: 'Overdue Reports' },
  { name: 'disputed', label: 'Disputed Reports' },
  { name: 'mine', label: 'My Tasks' },
] as const;

export type AdminFilter = (typeof adminFilters)[number]['name'];
