import type { Answer } from '@tma/web/api/operation-types';
import { listed } from '@tma/web/language/lists';
import { t } from '@tma/web/language/own-texts';
import { term } from '@tma/web/language/terms';

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

/** Who made an entry. Reporters write no notes: one by a resident is of somebody who supports the report, for staff alone. */
export const authorOf = ({ kind, by }: Entry): Entry['by'] | 'supporter' =>
  kind === 'noted' && by === 'resident' ? 'supporter' : by;

/** What an entry of a history was, in words. @param own whether its report's reporter reads it, for whom a note is a message */
export function wordsOf(what: Line['what'], own = false): string {
  const words = what.map((one) => {
    if (typeof one === 'string') return own && one === 'noted' ? t('history.message') : t(`history.${one}`);
    if ('status' in one) return t('history.status', { status: term('status', one.status) });
    return one.assignee === null ? t('history.assignedToNobody') : t('history.assignedTo', { name: one.assignee });
  });
  return listed(words);
}
