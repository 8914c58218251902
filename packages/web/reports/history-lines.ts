import type { Answer } from '@tma/web/api/operation-types';

export type Entry = Answer<'GET /reports/{id}/history'>[number];

type Scheduling = 'scheduled' | 'rescheduled' | 'unscheduled';

/** An entry of a report's history, and what it was in words: what its kind says, and what it made different. */
export interface Line {
  entry: Entry;
  what: readonly (Exclude<Entry['kind'], 'changed'> | 'saved' | Scheduling | { status: string })[];
}

function scheduling(before: string | null, now: string | null): Scheduling[] {
  if (before === now) return [];
  if (now === null) return ['unscheduled'];
  return [before === null ? 'scheduled' : 'rescheduled'];
}

/** The history of a report, oldest first. `changed` says by itself nothing but that something was saved. */
export const linesOf = (entries: readonly Entry[]): Line[] =>
  entries.map((entry, index) => {
    const before = entries[index - 1];
    const kind = entry.kind === 'changed' ? [] : [entry.kind];
    if (!before) return { entry, what: kind.length > 0 ? kind : ['saved'] };
    const status = entry.status === before.status ? [] : [{ status: entry.status }];
    const what = [...kind, ...status, ...scheduling(before.schedule, entry.schedule)];
    return { entry, what: what.length > 0 ? what : ['saved'] };
  });
