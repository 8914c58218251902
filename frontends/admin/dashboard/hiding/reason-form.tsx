import { limits } from '@tma/contracts/limits';
import { useWords } from '@tma/web/language/words';
import { Button } from '@tma/web/ui/button';
import { TextAreaField } from '@tma/web/ui/field';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { t, useT } from '../../texts.ts';
import css from './hiding.module.css';

interface ReasonFormProps {
  question: string;
  /** The words of the button that does it. */
  action: string;
  busy: boolean;
  onSend: (reason: string) => void;
  onCancel: () => void;
}

/** Asks for the reason of something that is not undone by itself. What is typed stays while sending fails. */
export function ReasonForm({ question, action, busy, onSend, onCancel }: ReasonFormProps) {
  const words = useT();
  const { reason, error, field, write, submit } = useReason(onSend);
  return (
    <form noValidate className={css.form} onSubmit={submit}>
      <p>{question}</p>
      <TextAreaField
        ref={field}
        label={words('hiding.reason')}
        name="reason"
        rows={2}
        announce
        required
        dir="auto"
        value={reason}
        readOnly={busy}
        error={error}
        onChange={(event) => write(event.target.value)}
      />
      <div className={css.actions}>
        <Button type="submit" busy={busy}>
          {action}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          {words('hiding.cancel')}
        </Button>
      </div>
    </form>
  );
}

function useReason(onSend: (reason: string) => void) {
  const [reason, setReason] = useState('');
  const [error, setError] = useWords();
  const field = useRef<HTMLTextAreaElement>(null);
  // It comes in the place of the button that was pressed.
  useEffect(() => field.current?.focus(), []);
  const write = (text: string) => {
    setError(undefined);
    setReason(text);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const text = reason.trim();
    if (text === '') {
      setError(() => t('hiding.missing'));
      field.current?.focus();
    } else if (text.length > limits.note) setError(() => t('note.tooLong', { max: limits.note }));
    else onSend(text);
  };
  return { reason, error, field, write, submit };
}
