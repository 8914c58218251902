import { classes } from '@tma/web/classes';
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react';
import type { FieldErrors } from 'react-hook-form';
import { Banner } from './banner.tsx';
import { ErrorSummary, type Fault } from './error-summary.tsx';
import { controlId, FormId } from './field.tsx';
import css from './form.module.css';

/** What came of sending a form, in words. */
export interface Said {
  tone: 'success' | 'error';
  text: string;
}

interface FormProps extends ComponentProps<'form'> {
  said?: Said | null;
  /** What is wrong with its fields, and how often it was tried (react-hook-form's `formState`). */
  state?: { errors: FieldErrors; submitCount: number };
}

/**
 * A form that says itself what is wrong: the browser's own messages would block it and say it in other words. After each
 * try the focus goes to what came of it, at the form's head; nothing typed is lost.
 */
export function Form({ className, said = null, state, children, ...rest }: FormProps) {
  const id = useId();
  return (
    <form noValidate {...rest} className={classes(css.form, className)}>
      <FormId value={id}>
        <News said={said} faults={faultsOf(id, state?.errors ?? {})} tries={state?.submitCount ?? 0} />
        {children}
      </FormId>
    </form>
  );
}

const faultsOf = (formId: string, errors: FieldErrors): Fault[] =>
  Object.entries(errors).flatMap(([name, error]) =>
    typeof error?.message === 'string' ? [{ id: controlId(formId, name), message: error.message }] : [],
  );

function News({ said, faults, tries }: { said: Said | null; faults: readonly Fault[]; tries: number }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (said || tries > 0) box.current?.focus();
  }, [said, tries]);
  if (!said && faults.length === 0) return null;
  return (
    <div ref={box} tabIndex={-1} className={css.news}>
      {said && <Banner tone={said.tone}>{said.text}</Banner>}
      {faults.length > 0 && <ErrorSummary faults={faults} />}
    </div>
  );
}

/** Two short fields side by side where there is room. */
export const Pair = ({ children }: { children: ReactNode }) => <div className={css.pair}>{children}</div>;

/** Buttons and links in a row. */
export const Ways = ({ children }: { children: ReactNode }) => <div className={css.ways}>{children}</div>;
