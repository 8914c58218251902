import { HttpError, notFound } from '@tma/kit';
import type { CurrentState } from './closures.store.ts';
import type { Outcome, Refusal } from './state-machine.ts';

const refusals: Readonly<Record<Refusal, () => HttpError>> = {
  not_found: notFound,
  proof_required: () =>
    new HttpError(
      422,
      'proof_required',
      'The reporter said it was not fixed. Add a new picture of the work before closing it again.',
    ),
  already_closed: () => new HttpError(409, 'already_closed', 'This report is closed already.'),
  already_answered: () => new HttpError(409, 'already_answered', 'It was answered already.'),
  closure_over: () => new HttpError(410, 'closure_over', 'The time to answer is over.'),
};

/** The closure's new state; null where it stays as it is. Throws 404, 409, 410 or 422 where that is refused. */
export function stateOf(outcome: Outcome) {
  if (outcome === 'stays') return null;
  if ('refused' in outcome) throw refusals[outcome.refused]();
  return outcome.next;
}

/** Throws 410 when a closure can no longer be answered and never was. */
export function requireOpen(state: CurrentState): void {
  if (['lapsed', 'unanswered', 'withdrawn'].includes(state)) throw refusals.closure_over();
}
