/** Who may do what to a report: decided here alone, by caller, tehsil and report. */
import { notFound } from '@tma/kit';

/** Who asks: an account, or whoever holds the link of a closure's mail, which was opened before. */
export type Actor = { audience: 'resident'; id: string } | { audience: 'admin'; tehsil: string } | { audience: 'link' };

/** An administrator who changes something: it is noted with their id. */
export type Administrator = Extract<Actor, { audience: 'admin' }> & { id: string };

/** What the decision depends on; `user_id` is null once the reporter was erased. */
export interface Owned {
  user_id: string | null;
  tehsil: string;
}

/** As what somebody sees and changes reports: those that they sent, or those of their tehsil. */
type Side = 'reporter' | 'staff';
export type Action = 'read' | 'answer' | 'change' | 'assign' | 'note' | 'prove' | 'hide';

/** By what an actor is to a report. A role of staff is a line. */
const actions = {
  reporter: ['read', 'answer'],
  link: ['answer'],
  staff: ['read', 'change', 'assign', 'note', 'prove', 'hide'],
  nobody: [],
} as const satisfies Record<string, readonly Action[]>;

export const sideOf = ({ audience }: Actor): Side => (audience === 'admin' ? 'staff' : 'reporter');

function relationOf(actor: Actor, { user_id, tehsil }: Owned): keyof typeof actions {
  switch (actor.audience) {
    case 'resident':
      return actor.id === user_id ? 'reporter' : 'nobody';
    case 'admin':
      return actor.tehsil === tehsil ? 'staff' : 'nobody';
    case 'link':
      return user_id === null ? 'nobody' : 'link';
  }
}

export const may = (actor: Actor, action: Action, report: Owned): boolean =>
  (actions[relationOf(actor, report)] as readonly Action[]).includes(action);

/** Throws 404 where there is no such report, and where it is not the actor's to do this to. */
export function requireMay<R extends Owned>(actor: Actor, action: Action, report: R | null): asserts report is R {
  if (!report || !may(actor, action, report)) throw notFound();
}
