import type { FieldError } from '@tma/web/forms/field-words';
import { useT } from '@tma/web/language/own-texts';
import type { Words } from '@tma/web/language/words';
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { ErrorSummary } from './error-summary.tsx';
import { controlId, FormId } from './field.tsx';
import css from './form.module.css';

/** What came of sending a form, in words. */
export interface FormMessage {
  tone: 'success' | 'error';
  text: Words;
}

interface FormProps extends Omit<ComponentProps<'form'>, 'className'> {
  message?: FormMessage | null;
  /** What is wrong with its fields. */
  problems?: readonly FieldError[];
  /** How often it was submitted. */
  submitCount?: number;
}

/**
 * A form that shows its own errors: the browser's messages would block it and have other words. After each try the focus
 * goes to the outcome, at the form's head; nothing typed is lost.
 */
export function Form({ message = null, problems = [], submitCount = 0, children, ...rest }: FormProps) {
  const id = useId();
  return (
    <form noValidate {...rest} className={css.form}>
      <FormId value={id}>
        <Outcome formId={id} message={message} problems={problems} submitCount={submitCount} />
        {children}
      </FormId>
    </form>
  );
}

interface OutcomeProps extends Required<Pick<FormProps, 'message' | 'problems' | 'submitCount'>> {
  formId: string;
}

function Outcome({ formId, message, problems, submitCount }: OutcomeProps) {
  useT();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (message || submitCount > 0) box.current?.focus();
  }, [message, submitCount]);
  if (!message && problems.length === 0) return null;
  const entries = problems.map(({ name, words }) => ({ id: controlId(formId, name), message: words() }));
  return (
    <div ref={box} tabIndex={-1} className={css.outcome}>
      {message && <Banner tone={message.tone}>{message.text()}</Banner>}
      {entries.length > 0 && <ErrorSummary entries={entries} />}
    </div>
  );
}

/** Two short fields side by side where there is room. */
export const Pair = ({ children }: { children: ReactNode }) => <div className={css.pair}>{children}</div>;

interface SubmitProps extends Omit<ComponentProps<typeof Button>, 'type' | 'children'> {
  label: string;
  /** What it says while the form is being sent. */
  meanwhile?: string;
}

export const Submit = ({ label, meanwhile = label, ...button }: SubmitProps) => (
  <Button {...button} type="submit">
    {button.busy ? meanwhile : label}
  </Button>
);

/** Buttons and links in a row. */
export const Actions = ({ children }: { children: ReactNode }) => <div className={css.actions}>{children}</div>;
