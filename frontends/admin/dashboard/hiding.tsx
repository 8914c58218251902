import { limits } from '@tma/contracts/limits';
import { call } from '@tma/web/api/call';
import { useOnChange } from '@tma/web/hooks/use-on-change';
import { useWords, type Words } from '@tma/web/language/words';
import { Banner } from '@tma/web/ui/banner';
import { Button } from '@tma/web/ui/button';
import { TextAreaField } from '@tma/web/ui/field';
import { Actions, Submit } from '@tma/web/ui/form';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { t as translate, useT } from '../texts.ts';
import css from './part.module.css';
import { refusalText } from './refusal.ts';
import { readReport } from './segments.ts';
import { forgetUnsent, useUnsent } from './unsent.ts';
import { type ChangeProps, useReportChange } from './use-report-change.ts';

/** What needs a reason. */
type Asking = 'hide' | 'remove';

const fieldOf = (asking: Asking, id: string) => `${asking} ${id}`;

/** Hides a report that harms somebody, or shows it again; removes its picture for good. Both need a reason. */
export function Hiding({ token, report, onChange, onLost }: ChangeProps) {
  const t = useT();
  const [asking, setAsking] = useState<Asking | null>(null);
  const leave = () => {
    if (asking) forgetUnsent(fieldOf(asking, report.id));
    // Once a slow answer is there, something else may be asked.
    setAsking((now) => (now === asking ? null : now));
  };
  const saved = (changed: ChangeProps['report']) => {
    leave();
    onChange(changed);
  };
  const hiding = useHiding({ token, report, onChange: saved, onLost });
  const ask = (what: Asking) => {
    hiding.forget();
    setAsking(what);
  };
  const cancel = () => {
    hiding.forget();
    leave();
  };
  const section = useRef<HTMLElement>(null);
  // The form that had the focus is gone.
  useOnChange(asking !== null, () => asking === null && section.current?.querySelector('button')?.focus());
  return (
    <section ref={section} className={css.part} aria-label={t('hiding.title')}>
      {asking ? (
        <ReasonForm
          key={asking}
          field={fieldOf(asking, report.id)}
          question={t(`hiding.${asking}Question`)}
          action={t(`hiding.${asking}`)}
          busy={hiding.busy}
          onSend={hiding[asking]}
          onCancel={cancel}
        />
      ) : (
        <Choices report={report} hiding={hiding} onAsk={ask} />
      )}
      {hiding.problem !== undefined && <Banner tone="quiet">{hiding.problem}</Banner>}
      <p role="status" className={css.outcome}>
        {hiding.outcome}
      </p>
    </section>
  );
}

interface ChoicesProps extends Pick<ChangeProps, 'report'> {
  hiding: ReturnType<typeof useHiding>;
  onAsk: (what: Asking) => void;
}

function Choices({ report, hiding, onAsk }: ChoicesProps) {
  const t = useT();
  return (
    <Actions>
      {report.hidden ? (
        <Button ref={hiding.ref} look="quiet" busy={hiding.busy} onClick={hiding.show}>
          {t('hiding.show')}
        </Button>
      ) : (
        <Button look="quiet" onClick={() => onAsk('hide')}>
          {t('hiding.hide')}
        </Button>
      )}
      {report.image && (
        <Button look="quiet" onClick={() => onAsk('remove')}>
          {t('hiding.remove')}
        </Button>
      )}
    </Actions>
  );
}

/** Hiding a report, showing it again, removing its picture: one at a time. */
function useHiding({ token, report, onChange, onLost }: ChangeProps) {
  const change = useReportChange(
    { report, onChange, onLost },
    (error) => refusalText(error) ?? translate('hiding.failed'),
  );
  const { id } = report;
  const put = (hidden: boolean, reason: string, words: Words) =>
    change.run(async () => {
      const body = { hidden, reason };
      return { report: await call('PUT /reports/{id}/hidden', { params: { id }, body, token }), words };
    });
  return {
    ...change,
    hide: (reason: string) => put(true, reason, () => translate('hiding.hidden')),
    show: () => put(false, '', () => translate('hiding.shown')),
    remove: (reason: string) =>
      change.run(async () => {
        await call('DELETE /reports/{id}/image', { params: { id }, body: { reason }, token });
        // It is removed, whatever becomes of reading the report.
        const changed = await readReport(token, id).catch(() => ({ ...report, image: null }));
        return { report: changed, words: () => translate('hiding.removed') };
      }),
  };
}

interface ReasonFormProps {
  /** The name under which what is typed is kept. */
  field: string;
  question: string;
  /** The words of the button that does it. */
  action: string;
  busy: boolean;
  onSend: (reason: string) => void;
  onCancel: () => void;
}

/** Asks for the reason of something that is not undone by itself. What is typed stays while sending fails. */
function ReasonForm({ question, action, busy, onCancel, ...given }: ReasonFormProps) {
  const t = useT();
  const { field, reason, error, write, submit } = useReason(given);
  // It comes in the place of the button that was pressed.
  useEffect(() => field.current?.focus(), [field]);
  return (
    <form noValidate className={css.part} onSubmit={submit}>
      <p>{question}</p>
      <TextAreaField
        ref={field}
        label={t('hiding.reason')}
        name="reason"
        rows={2}
        announce
        required
        value={reason}
        readOnly={busy}
        error={error}
        onChange={({ target }) => write(target.value)}
      />
      <Actions>
        <Submit busy={busy} label={action} />
        <Button look="quiet" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </Actions>
    </form>
  );
}

/** A reason that is being written, and what is wrong with it. */
function useReason({ field: name, onSend }: Pick<ReasonFormProps, 'field' | 'onSend'>) {
  const [reason, setReason] = useUnsent(name);
  const [error, setError] = useWords();
  const field = useRef<HTMLTextAreaElement>(null);
  const write = (text: string) => {
    setError(undefined);
    setReason(text);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const text = reason.trim();
    if (text === '') {
      setError(() => translate('hiding.missing'));
      field.current?.focus();
    } else if (text.length > limits.note) setError(() => translate('note.tooLong', { max: limits.note }));
    else onSend(text);
  };
  return { field, reason, error, write, submit };
}
