import { useT } from '@tma/web/own-texts';
import { type ComponentProps, useState } from 'react';
import fieldCss from './field.module.css';
import { type Described, Field, useField } from './field.tsx';
import css from './password-field.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

/** A password that can be looked at. */
export function PasswordField({ label, hint, error, ...input }: ComponentProps<'input'> & Described) {
  const t = useT();
  const field = useField({ hint, error });
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error} field={field} required={input.required}>
      <div className={css.pair}>
        <input {...input} {...field.control} type={shown ? 'text' : 'password'} className={fieldCss.control} />
        <button type="button" className={css.toggle} onClick={() => setShown(!shown)} disabled={input.disabled}>
          {shown ? t('ui.hidePassword') : t('ui.showPassword')}
          <VisuallyHidden> {t('ui.passwordWord')}</VisuallyHidden>
        </button>
      </div>
    </Field>
  );
}
