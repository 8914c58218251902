import type { Answer } from '@tma/web/api/operation-types';

export type Entry = Answer<'GET /reports/{id}/history'>[number];

type Scheduling = 'scheduled' | 'rescheduled' | 'unscheduled';

/** An entry of a report's history, and what it was in words: what its kind says, and what it made different. */
export interface Line {
  entry: Entry;
  what: readonly (
    | Exclude<Entry['kind'], 'changed' | 'assigned'>
    | 'saved'
    | Scheduling
    | { status: string }
    | { assignee: string | null }
  )[];
  /** What somebody wrote: a note, or the reason of a dispute. */
  text: string | null;
}

function scheduling(before: string | null, now: string | null): Scheduling[] {
  if (before === now) return [];
  if (now === null) return ['unscheduled'];
  return [before === null ? 'scheduled' : 'rescheduled'];
}

/** What an entry's kind says. `changed` says by itself nothing but that something was saved. */
function kindOf({ kind, text }: Entry): Line['what'] {
  if (kind === 'changed') return [];
  return kind === 'assigned' ? [{ assignee: text }] : [kind];
}

/** The history of a report, oldest first. */
export const linesOf = (entries: readonly Entry[]): Line[] =>
  entries.map((entry, index) => {
    const before = entries[index - 1];
    const status = before && entry.status !== before.status ? [{ status: entry.status }] : [];
    const what = [...kindOf(entry), ...status, ...(before ? scheduling(before.schedule, entry.schedule) : [])];
    return { entry, what: what.length > 0 ? what : ['saved'], text: entry.kind === 'assigned' ? null : entry.text };
  });
