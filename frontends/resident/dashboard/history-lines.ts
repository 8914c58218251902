import type { Answer } from '@tma/web/api/operation-types';

export type Change = Answer<'GET /reports/{id}/history'>[number];

/** What happened to a report at a moment: it came in, its status or its schedule became another. */
export interface Line {
  at: string;
  what: readonly ('received' | 'scheduled' | 'rescheduled' | 'unscheduled' | { status: string })[];
}

function scheduling(before: string | null, now: string | null) {
  if (before === now) return [];
  if (now === null) return ['unscheduled' as const];
  return [before === null ? ('scheduled' as const) : ('rescheduled' as const)];
}

/** The history of a report, oldest first, as what each change made different. */
export const linesOf = (changes: readonly Change[]): Line[] =>
  changes.map(({ at, status, schedule }, index) => {
    const before = changes[index - 1];
    if (!before) return { at, what: ['received'] };
    return { at, what: [...(status === before.status ? [] : [{ status }]), ...scheduling(before.schedule, schedule)] };
  });
