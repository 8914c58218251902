import { statusOf } from '@tma/web/api/api-error';
import { call } from '@tma/web/api/call';
import type { Answer, Body } from '@tma/web/api/operation-types';
import { type Outcome, outcomeOf, outcomeOfAnswer } from '@tma/web/closures/outcomes';
import { useEffect, useState } from 'react';
import { openedLink } from './opened-link.ts';

export type LinkedClosure = Answer<'POST /closures/view'>;

/** The closure of a link. When its time is over, nothing else may be known of it. */
type View =
  | { kind: 'loading' | 'unknown' | 'away' | 'limited' }
  | {
      kind: 'closure';
      closure: LinkedClosure | null;
      outcome: Outcome | null;
      /** Whether this page's answer led to it. */
      isAnswer?: true;
    };

function failedView(error: unknown): View {
  const status = statusOf(error);
  if (status === 404 || status === 400) return { kind: 'unknown' };
  if (status === 410) return { kind: 'closure', closure: null, outcome: { kind: 'over' } };
  return { kind: status === 429 ? 'limited' : 'away' };
}

async function view(token: string, signal?: AbortSignal): Promise<View> {
  try {
    const closure = await call('POST /closures/view', { body: { token }, signal });
    return { kind: 'closure', closure, outcome: outcomeOf(closure) };
  } catch (error) {
    return failedView(error);
  }
}

type ClosureAnswer = Omit<Body<'POST /closures/answer'>, 'token'>;

/** The outcome of an answer; null where it is unknown and the answer may be sent again. */
async function refused(token: string, error: unknown, before: LinkedClosure | null): Promise<View | null> {
  const status = statusOf(error);
  if (status === 404) return { kind: 'unknown' };
  if (status === 410) return { kind: 'closure', closure: before, outcome: { kind: 'over' }, isAnswer: true };
  if (status !== 409) return null;
  const now = await view(token);
  return now.kind === 'closure' && now.outcome
    ? { ...now, isAnswer: true }
    : { kind: 'closure', closure: before, outcome: { kind: 'answered', said: null, reason: null }, isAnswer: true };
}

/** Reads the closure of a link, which changes nothing, and answers it. */
export function useLinkedClosure(token: string) {
  const [current, setCurrent] = useState<View>({ kind: 'loading' });
  const isLoading = current.kind === 'loading';
  useEffect(() => {
    if (!isLoading) return;
    const ended = new AbortController();
    void view(token, ended.signal).then((next) => ended.signal.aborted || setCurrent(next));
    return () => ended.abort();
  }, [token, isLoading]);
  const known = current.kind === 'closure' ? current.closure : null;

  const answer = async (body: ClosureAnswer) => {
    try {
      const closure = await call('POST /closures/answer', { body: { token, ...body } });
      const outcome = outcomeOfAnswer(body, closure);
      if (outcome.kind === 'mine') openedLink.keepDraft(token, '');
      setCurrent({ kind: 'closure', closure, outcome, isAnswer: true });
    } catch (error) {
      const next = await refused(token, error, known);
      if (!next) throw error;
      setCurrent(next);
    }
  };
  return { current, answer, retry: () => setCurrent({ kind: 'loading' }) };
}
