import { useT } from '@tma/web/language/own-texts';
import { type ComponentProps, useState } from 'react';
import fieldCss from './field.module.css';
import { Field, type FieldTexts, useField } from './field.tsx';
import css from './password-field.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

export type PasswordFieldProps = ComponentProps<'input'> &
  FieldTexts & { verdict?: ComponentProps<typeof Field>['verdict'] };

/** A password field whose text can be shown. It is of the password that one has, where `autoComplete` says nothing else. */
export function PasswordField({ label, hint, error, verdict, ...input }: PasswordFieldProps) {
  const t = useT();
  const field = useField({ name: input.name, hint, error });
  const [shown, setShown] = useState(false);
  const name = label.toLowerCase();
  return (
    <Field label={label} hint={hint} error={error} field={field} required={input.required} verdict={verdict}>
      <div className={css.pair}>
        <input
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          {...input}
          {...field.control}
          type={shown ? 'text' : 'password'}
          className={fieldCss.control}
        />
        <button type="button" className={css.toggle} onClick={() => setShown(!shown)} disabled={input.disabled}>
          {shown ? (
            <Within word={t('ui.hidePassword')} sentence={t('ui.hideField', { field: name })} />
          ) : (
            <Within word={t('ui.showPassword')} sentence={t('ui.showField', { field: name })} />
          )}
        </button>
      </div>
    </Field>
  );
}

/** A word that is seen; the sentence that it is part of, in the order of its language, is read out. */
function Within({ word, sentence }: { word: string; sentence: string }) {
  const [before, after] = sentence.split(word);
  return (
    <>
      {before && <VisuallyHidden>{before}</VisuallyHidden>}
      {word}
      {after && <VisuallyHidden>{after}</VisuallyHidden>}
    </>
  );
}
