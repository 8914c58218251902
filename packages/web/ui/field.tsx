import type { ComponentProps, ReactNode } from 'react';
import { useId } from 'react';
import css from './field.module.css';

export interface Described {
  label: string;
  hint?: string;
  /** What is wrong with the value. It describes the control and marks it invalid. */
  error?: string;
}

/** What ties a control to its label, hint and error. */
export function useField({ hint, error }: Omit<Described, 'label'>) {
  const id = useId();
  const ids = { hint: `${id}-hint`, error: `${id}-error` };
  const described = [hint && ids.hint, error && ids.error].filter(Boolean).join(' ');
  return {
    ids,
    control: { id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined },
  };
}

interface FieldProps extends Described {
  field: ReturnType<typeof useField>;
  required?: boolean;
  /** The error came by itself, not by pressing a button that moves the focus here: announce it. */
  announce?: boolean;
  children: ReactNode;
}

/** Label, hint, control and error, in this order. The mark for required is drawn by CSS and no part of the name. */
export function Field({ label, hint, error, field, required, announce, children }: FieldProps) {
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={field.control.id} data-required={required || undefined}>
        {label}
      </label>
      {hint && (
        <p className={css.hint} id={field.ids.hint}>
          {hint}
        </p>
      )}
      {children}
      {error && (
        <p className={css.error} id={field.ids.error} role={announce ? 'alert' : undefined}>
          {error}
        </p>
      )}
    </div>
  );
}

export function TextField({ label, hint, error, ...input }: ComponentProps<'input'> & Described) {
  const field = useField({ hint, error });
  return (
    <Field label={label} hint={hint} error={error} field={field} required={input.required}>
      <input {...input} {...field.control} className={css.control} />
    </Field>
  );
}

export function TextAreaField({ label, hint, error, ...area }: ComponentProps<'textarea'> & Described) {
  const field = useField({ hint, error });
  return (
    <Field label={label} hint={hint} error={error} field={field} required={area.required}>
      <textarea rows={5} {...area} {...field.control} className={css.control} />
    </Field>
  );
}

interface SelectFieldProps extends ComponentProps<'select'>, Described {
  options: readonly string[];
  /** The first, empty choice. */
  placeholder?: string;
}

export function SelectField({ label, hint, error, options, placeholder, ...select }: SelectFieldProps) {
  const field = useField({ hint, error });
  return (
    <Field label={label} hint={hint} error={error} field={field} required={select.required}>
      <select {...select} {...field.control} className={css.control}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </Field>
  );
}
