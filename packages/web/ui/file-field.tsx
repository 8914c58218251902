import { useT } from '@tma/web/language/own-texts';
import { ownTerm } from '@tma/web/language/terms';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { ChosenFile } from './chosen-file.tsx';
import { classes } from './class-names.ts';
import { Field, type FieldTexts, useField } from './field.tsx';
import css from './file-field.module.css';
import { takePhoto } from './take-photo.ts';
import { useDrop } from './use-drop.ts';

type Props = FieldTexts &
  Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'ref'> & {
    value: File | null;
    onChange: (file: File | null) => void;
    /** Offers the camera beside the gallery on devices with a camera. */
    camera?: boolean;
  };

/** A file to choose, or to drop anywhere on the field. Shows what was chosen, a picture as one, and lets it be removed. */
export function FileField({ label, hint, error, value, onChange, camera, ...input }: Props) {
  const t = useT();
  const text = hint ?? t('ui.dropHint');
  const field = useField({ name: input.name, hint: text, error });
  const picker = useRef<HTMLInputElement>(null);
  const { area, over } = useDrop((file) => picker.current?.matches(':enabled') && onChange(file));
  useEffect(() => {
    if (picker.current) setFile(picker.current, value);
  }, [value]);
  // The browser's own button speaks the language of the browser.
  const words = ownTerm('browser', 'Choose File');
  const remove = () => {
    onChange(null);
    // The button goes away with the file.
    picker.current?.focus();
  };
  return (
    <div ref={area}>
      <Field label={label} hint={text} error={error} field={field} required={input.required} announce>
        <Worded words={words}>
          <input
            {...input}
            {...field.control}
            ref={picker}
            type="file"
            className={classes(css.picker, over && css.over)}
            onChange={(event) => onChange(event.target.files?.[0] ?? null)}
          />
        </Worded>
        {camera && (
          <Button look="quiet" className={css.camera} onClick={() => takePhoto(onChange)}>
            {t('ui.takePhoto')}
          </Button>
        )}
        {value && <ChosenFile file={value} onRemove={remove} />}
      </Field>
    </div>
  );
}

/** Draws words over those of the browser's button; without any it stays as it is. What was chosen is shown below it anyway. */
function Worded({ words, children }: { words: string | undefined; children: ReactNode }) {
  return (
    <div className={words && css.worded}>
      {children}
      {words && (
        <span className={css.words} aria-hidden="true">
          {words}
        </span>
      )}
    </div>
  );
}

/** Makes the input hold just this file: none after a removal, on a restored form the one chosen before. */
function setFile(picker: HTMLInputElement, file: File | null) {
  if ((picker.files?.[0] ?? null) === file) return;
  const files = new DataTransfer();
  if (file) files.items.add(file);
  picker.files = files.files;
}
