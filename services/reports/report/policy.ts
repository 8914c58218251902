/** Who may do what to a report: decided here alone, by caller, role, tehsil and report. */
import type { Role } from '@tma/contracts';
import { HttpError, notFound } from '@tma/kit';

/** Who asks: an account, or whoever has the link of a closure's mail or the code of its message, checked before. */
export type Actor =
  | { audience: 'resident'; id: string; tehsils?: readonly string[] }
  | { audience: 'admin'; id: string; tehsil: string; role: Role }
  | { audience: 'link' };

/** An administrator who changes something, which is noted with their id. */
export type Administrator = Extract<Actor, { audience: 'admin' }>;

/** What the decision depends on; `user_id` is null for a reporter without an account, and once they were erased. */
export interface Owned {
  /** Whether the resident who asks supports it; absent where that does not matter. */
  is_supporter?: boolean;
  hidden?: boolean;
  user_id: string | null;
  tehsil: string;
  /** The id of the administrator whom it is assigned to. */
  assignee: string | null;
  /** Where questions about closures go; null once the reporter was erased. Without both no link or code is accepted. */
  reporter_email?: string | null;
  reporter_contact?: string | null;
}

/** How somebody sees a report: as a resident, as the office of its tehsil, or as crew, who do not see whose it is. */
export type Side = 'reporter' | 'office' | 'crew';
/**
 * `start` is the status In Progress and nothing else; a `message` is a note that the reporter reads; `answer-as-supporter` is for a
 * closure that its reporter cannot answer, or did not.
 */
export type Action =
  | 'read'
  | 'answer'
  | 'share'
  | 'support'
  | 'answer-as-supporter'
  | 'change'
  | 'start'
  | 'assign'
  | 'note'
  | 'message'
  | 'prove'
  | 'hide';

const desk = ['read', 'change', 'start', 'assign', 'note', 'message', 'prove'] as const;

/** The actions that each relation of an actor to a report allows. */
const actions = {
  reporter: ['read', 'answer', 'share'],
  link: ['answer'],
  head: [...desk, 'hide'],
  clerk: desk,
  crew: ['read', 'start', 'note', 'prove'],
  neighbour: ['support'],
  supporter: ['support', 'answer-as-supporter'],
  nobody: [],
} as const satisfies Record<string, readonly Action[]>;

export function sideOf(actor: Actor): Side {
  if (actor.audience !== 'admin') return 'reporter';
  return actor.role === 'crew' ? 'crew' : 'office';
}

/** Residents know of others' reports in their tehsil, unless these are hidden. */
function relationOfResident(
  { id, tehsils }: Extract<Actor, { audience: 'resident' }>,
  { user_id, tehsil, is_supporter, hidden }: Owned,
): keyof typeof actions {
  if (id === user_id) return 'reporter';
  if (hidden) return 'nobody';
  if (is_supporter) return 'supporter';
  return tehsils?.includes(tehsil) ? 'neighbour' : 'nobody';
}

function relationOf(actor: Actor, report: Owned): keyof typeof actions {
  const { tehsil, assignee } = report;
  switch (actor.audience) {
    case 'resident':
      return relationOfResident(actor, report);
    case 'admin':
      if (actor.tehsil !== tehsil) return 'nobody';
      return actor.role === 'crew' && actor.id !== assignee ? 'nobody' : actor.role;
    case 'link':
      return (report.reporter_email ?? report.reporter_contact) ? 'link' : 'nobody';
  }
}

export const may = (actor: Actor, action: Action, report: Owned): boolean =>
  (actions[relationOf(actor, report)] as readonly Action[]).includes(action);

/** Throws 404 for none, or one that the actor may not know of; 403 `not_your_role` for what their role may not do. */
export function requireMay<R extends Owned>(actor: Actor, action: Action, report: R | null): asserts report is R {
  if (report && may(actor, action, report)) return;
  if (report && actor.audience === 'admin' && may(actor, 'read', report)) {
    throw new HttpError(403, 'not_your_role', 'Your role may not do that.');
  }
  throw notFound();
}
