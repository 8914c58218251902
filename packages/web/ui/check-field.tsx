import { type ComponentProps, useId } from 'react';
import css from './check-field.module.css';

interface CheckFieldProps extends ComponentProps<'input'> {
  label: string;
  /** What comes of it. */
  hint: string;
}

/** A box to tick, with its label beside it. */
export function CheckField({ label, hint, ...input }: CheckFieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div className={css.field}>
      <input {...input} type="checkbox" id={id} className={css.box} aria-describedby={hintId} />
      <label htmlFor={id} className={css.label}>
        {label}
      </label>
      <p id={hintId} className={css.hint}>
        {hint}
      </p>
    </div>
  );
}
