import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react';
import type { FieldErrors } from 'react-hook-form';
import { Banner } from './banner.tsx';
import { classes } from './class-names.ts';
import { ErrorSummary, type SummaryEntry } from './error-summary.tsx';
import { controlId, FormId } from './field.tsx';
import css from './form.module.css';

/** What came of sending a form, in words. */
export interface FormMessage {
  tone: 'success' | 'error';
  text: string;
}

interface FormProps extends ComponentProps<'form'> {
  message?: FormMessage | null;
  /** What is wrong with its fields, and how often it was submitted (react-hook-form's `formState`). */
  state?: { errors: FieldErrors; submitCount: number };
}

/**
 * A form that shows its own errors: the browser's messages would block it and have other words. After each try the focus
 * goes to the outcome, at the form's head; nothing typed is lost.
 */
export function Form({ className, message = null, state, children, ...rest }: FormProps) {
  const id = useId();
  const entries = summaryOf(id, state?.errors ?? {});
  return (
    <form noValidate {...rest} className={classes(css.form, className)}>
      <FormId value={id}>
        <Outcome message={message} entries={entries} tries={state?.submitCount ?? 0} />
        {children}
      </FormId>
    </form>
  );
}

const summaryOf = (formId: string, errors: FieldErrors): SummaryEntry[] =>
  Object.entries(errors).flatMap(([name, error]) =>
    typeof error?.message === 'string' ? [{ id: controlId(formId, name), message: error.message }] : [],
  );

interface OutcomeProps {
  message: FormMessage | null;
  entries: readonly SummaryEntry[];
  tries: number;
}

function Outcome({ message, entries, tries }: OutcomeProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (message || tries > 0) box.current?.focus();
  }, [message, tries]);
  if (!message && entries.length === 0) return null;
  return (
    <div ref={box} tabIndex={-1} className={css.outcome}>
      {message && <Banner tone={message.tone}>{message.text}</Banner>}
      {entries.length > 0 && <ErrorSummary entries={entries} />}
    </div>
  );
}

/** Two short fields side by side where there is room. */
export const Pair = ({ children }: { children: ReactNode }) => <div className={css.pair}>{children}</div>;

/** Buttons and links in a row. */
export const Actions = ({ children }: { children: ReactNode }) => <div className={css.actions}>{children}</div>;
