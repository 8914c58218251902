import { isolate } from '@tma/web/language/isolate';
import { useLanguage } from '@tma/web/language/language';
import type { ComponentProps, ReactNode } from 'react';
import { createContext, useContext, useId } from 'react';
import css from './field.module.css';

export interface FieldTexts {
  label: string;
  hint?: string;
  /** What is wrong with the value. It describes the control and marks it invalid. */
  error?: string;
}

/** The id of the form around, or null outside of one. */
export const FormId = createContext<string | null>(null);

/** The id of a form's control: an error summary links to it. */
export const controlId = (formId: string, name: string) => `${formId}-${name}`;

/** What ties a control to its label, hint and error. */
export function useField({ name, hint, error }: Omit<FieldTexts, 'label'> & { name?: string }) {
  const own = useId();
  const formId = useContext(FormId);
  const id = formId !== null && name ? controlId(formId, name) : own;
  const ids = { hint: `${id}-hint`, error: `${id}-error` };
  const described = [hint && ids.hint, error && ids.error].filter(Boolean).join(' ');
  return {
    ids,
    control: { id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined },
  };
}

interface FieldProps extends FieldTexts {
  field: ReturnType<typeof useField>;
  required?: boolean;
  /** Announce the error: it appears without a button being pressed that moves the focus here. */
  announce?: boolean;
  /** The hint changes with what is typed: whether that fits. */
  verdict?: 'unknown' | 'bad' | 'good';
  children: ReactNode;
}

/** Label, hint, control and error, in this order. The mark for required is drawn by CSS and no part of the name. */
export function Field({ label, hint, error, field, required, announce, verdict, children }: FieldProps) {
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={field.control.id} data-required={required || undefined}>
        {label}
      </label>
      {hint && (
        <p className={css.hint} id={field.ids.hint} data-verdict={verdict} aria-live={verdict && 'polite'}>
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

/** What one types runs the way of its own letters; addresses, phone numbers and passwords always from left to right. */
const directionOf: Readonly<Record<string, 'auto' | 'ltr'>> = {
  text: 'auto',
  search: 'auto',
  email: 'ltr',
  tel: 'ltr',
  url: 'ltr',
};

type TextFieldProps = ComponentProps<'input'> & FieldTexts & Pick<FieldProps, 'announce'>;

export function TextField({ label, hint, error, announce, ...input }: TextFieldProps) {
  const field = useField({ name: input.name, hint, error });
  const dir = input.inputMode === 'numeric' ? undefined : directionOf[input.type ?? 'text'];
  return (
    <Field label={label} hint={hint} error={error} field={field} required={input.required} announce={announce}>
      <input dir={dir} {...input} {...field.control} className={css.control} />
    </Field>
  );
}

type TextAreaFieldProps = ComponentProps<'textarea'> & FieldTexts & Pick<FieldProps, 'announce'>;

export function TextAreaField({ label, hint, error, announce, ...area }: TextAreaFieldProps) {
  const field = useField({ name: area.name, hint, error });
  return (
    <Field label={label} hint={hint} error={error} field={field} required={area.required} announce={announce}>
      <textarea rows={5} dir="auto" {...area} {...field.control} className={css.control} />
    </Field>
  );
}

interface SelectFieldProps extends ComponentProps<'select'>, FieldTexts {
  options: readonly string[];
  /** The text of an option; its value if left out. */
  textOf?: (option: string) => string;
  /** The language of that text, where it is not the page's (BCP 47). */
  langOf?: (option: string) => string;
  /** The first, empty choice. */
  placeholder?: string;
}

export function SelectField({ label, hint, error, options, textOf, langOf, placeholder, ...select }: SelectFieldProps) {
  const field = useField({ name: select.name, hint, error });
  const language = useLanguage();
  return (
    <Field label={label} hint={hint} error={error} field={field} required={select.required}>
      <select {...select} {...field.control} className={css.control}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option} value={option} lang={langOf?.(option)}>
            {/* It may be a name that people gave. Its own direction would move it to the other side of the field. */}
            {isolate(textOf ? textOf(option) : option, language)}
          </option>
        ))}
      </select>
    </Field>
  );
}
