/** The events of a closure, and the state that follows: docs/decisions/038-a-closure-is-a-claim.md. */
import type { ClosureState } from '@tma/contracts';
import { HttpError, notFound } from '@tma/kit';
import type { CurrentState } from './closures.store.ts';

/** The events, and who causes them. */
const events = {
  /** The status becomes Closed; `close-unproved` where a new proof is needed and there is none. */
  close: 'administration',
  'close-unproved': 'administration',
  /** The status becomes another one than Closed. */
  open: 'administration',
  /** A proof is sent; `prove-again` where the closure has one. */
  prove: 'administration',
  'prove-again': 'administration',
  fixed: 'resident',
  'not-fixed': 'resident',
  /** Nobody answered in time. */
  expire: 'portal',
} as const;
export type ClosureEvent = keyof typeof events;

type Refusal = 'not_found' | 'proof_required' | 'already_closed' | 'already_answered' | 'closure_over';

/** The closure has a new state (`close` begins the next attempt in it), it stays as it is, or the event is refused. */
type Outcome = { next: ClosureState } | 'stays' | { refused: Refusal };

const next = (state: ClosureState): Outcome => ({ next: state });
const refused = (refusal: Refusal): Outcome => ({ refused: refusal });

const unproved = { 'close-unproved': refused('proof_required') };
/** The report is not closed: a proof waits for the next closing. */
const notClosed = {
  close: next('claimed'),
  ...unproved,
  open: 'stays',
  prove: 'stays',
  'prove-again': 'stays',
} as const;
/** The report is closed already. */
const closed = { close: 'stays', 'close-unproved': 'stays', open: next('withdrawn') } as const;
const noMoreProof = { prove: refused('already_closed'), 'prove-again': refused('already_closed') };
const tooLate = { fixed: refused('closure_over'), 'not-fixed': refused('closure_over') };

const table: Readonly<Record<CurrentState, Readonly<Record<ClosureEvent, Outcome>>>> = {
  none: { ...notClosed, fixed: refused('not_found'), 'not-fixed': refused('not_found'), expire: 'stays' },
  claimed: {
    ...closed,
    prove: 'stays',
    'prove-again': refused('already_closed'),
    fixed: next('confirmed'),
    'not-fixed': next('disputed'),
    expire: 'stays',
  },
  lapsed: { ...closed, ...noMoreProof, ...tooLate, expire: next('unanswered') },
  confirmed: { ...closed, ...noMoreProof, fixed: 'stays', 'not-fixed': refused('already_answered'), expire: 'stays' },
  disputed: { ...notClosed, fixed: refused('already_answered'), 'not-fixed': 'stays', expire: 'stays' },
  unanswered: { ...closed, ...noMoreProof, ...tooLate, expire: 'stays' },
  withdrawn: { ...notClosed, ...tooLate, expire: 'stays' },
};

export const decide = (state: CurrentState, event: ClosureEvent): Outcome => table[state][event];

/** Who causes an event, as the history names them. */
export const actorOf = (event: ClosureEvent): 'administration' | 'resident' | 'portal' => events[event];

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
