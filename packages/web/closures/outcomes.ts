/** What became of the question whether it is fixed, from what the server says of the closure. */
import type { Answer, Body } from '@tma/web/api/operation-types';
import { isSameReason } from '@tma/web/closures/reason';

type Closure = Pick<Answer<'GET /reports/{id}/closure'>, 'state' | 'reason'>;
type Said = 'confirmed' | 'disputed';

/** `mine` was answered here; `said` is null as long as the server's answer is not known. */
export type Outcome =
  | { kind: 'mine'; said: Said }
  | { kind: 'answered'; said: Said | null; reason: string | null }
  | { kind: 'over' };

/** What there is to say of a closure instead of asking; null while it waits for its answer. */
export function outcomeOf({ state, reason }: Closure): Outcome | null {
  switch (state) {
    case 'claimed':
      return null;
    case 'confirmed':
    case 'disputed':
      return { kind: 'answered', said: state, reason };
    case 'unanswered':
    case 'withdrawn':
      return { kind: 'over' };
  }
}

const saying = { fixed: 'confirmed', 'not-fixed': 'disputed' } as const;

/** What came of an answer that the server took. The same answer given before elsewhere, in other words, was not this one. */
export function outcomeOfAnswer({ answer, reason }: Body<'POST /reports/{id}/closure'>, closure: Closure): Outcome {
  const said = saying[answer];
  const isMine = closure.state === said && (said === 'confirmed' || isSameReason(String(reason ?? ''), closure.reason));
  return isMine ? { kind: 'mine', said } : (outcomeOf(closure) ?? { kind: 'over' });
}
