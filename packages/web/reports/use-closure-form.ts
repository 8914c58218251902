import type { Body } from '@tma/web/api/operation-types';
import { answerError } from '@tma/web/closures/answer-error';
import { reasonProblem } from '@tma/web/closures/reason';
import { useIsMounted } from '@tma/web/hooks/use-is-mounted';
import { useOnChange } from '@tma/web/hooks/use-on-change';
import { useSingle } from '@tma/web/hooks/use-single';
import type { Words } from '@tma/web/language/words';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';

type Answer = Body<'POST /reports/{id}/closure'>;

export interface ClosureFormOptions {
  /** What was typed before. `keep` is called with every change. */
  draft: { text: string; keep: (text: string) => void };
  /** Sends an answer. Throws what kept it from being sent. */
  onAnswer: (answer: Answer) => Promise<void>;
  /** The answer could not be sent, and the question is not shown any more. */
  onLost?: (words: Words) => void;
}

interface Problem {
  /** Beside the field, or beside the two answers. */
  at: 'reason' | 'answer';
  text: Words;
}

/** The state of the question whether it is fixed: what is typed, what is being sent, what went wrong. */
export function useClosureForm({ draft, onAnswer, onLost }: ClosureFormOptions) {
  const [open, setOpen] = useState(draft.text !== '');
  const [reason, setReason] = useState(draft.text);
  const [error, setError] = useState<Problem | null>(null);
  const { yes, field } = useClosureFocus(open, error);
  const { busy, send } = useAnswering({ onAnswer, onLost }, setError);

  return {
    open,
    reason,
    busy,
    error,
    yes,
    field,
    confirm: () => send({ answer: 'fixed' }),
    dispute: () => {
      setOpen(true);
      field.current?.focus();
    },
    write: (text: string) => {
      setReason(text);
      setError(null);
      draft.keep(text);
    },
    submit: (event: SubmitEvent) => {
      event.preventDefault();
      if (reasonProblem(reason)) setError({ at: 'reason', text: () => reasonProblem(reason) ?? '' });
      else send({ answer: 'not-fixed', reason });
    },
  };
}

type Answering = Pick<ClosureFormOptions, 'onAnswer' | 'onLost'>;

function useAnswering({ onAnswer, onLost }: Answering, setError: (problem: Problem | null) => void) {
  const isMounted = useIsMounted();
  const [sent, setSent] = useState<Answer['answer'] | null>(null);
  const { busy, run } = useSingle(async (given: Answer) => {
    setSent(given.answer);
    setError(null);
    try {
      await onAnswer(given);
    } catch (cause) {
      const text = () => answerError(cause);
      setError({ at: given.answer === 'fixed' ? 'answer' : 'reason', text });
      if (!isMounted.current) onLost?.(text);
    }
  });
  return { busy: busy ? sent : null, send: run };
}

/** Moves the focus to the field once it is there, and to where an answer failed. */
function useClosureFocus(open: boolean, error: Problem | null) {
  const yes = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useOnChange(open, () => open && field.current?.focus());
  useEffect(() => {
    if (error) (error.at === 'reason' ? field : yes).current?.focus();
  }, [error]);
  return { yes, field };
}
