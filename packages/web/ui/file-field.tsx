import { useT } from '@tma/web/own-texts';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { type Described, Field, useField } from './field.tsx';
import css from './file-field.module.css';

type Props = Described &
  Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'ref'> & {
    value: File | null;
    onChange: (file: File | null) => void;
  };

/** A native file input is its own drop area. Shows a picture of what was chosen, when it is one, and lets it be removed. */
export function FileField({ label, hint, error, value, onChange, ...input }: Props) {
  const t = useT();
  const words = hint ?? t('ui.dropHint');
  const field = useField({ hint: words, error });
  const picker = useRef<HTMLInputElement>(null);
  const picture = usePicture(value);
  useEffect(() => {
    if (picker.current) hold(picker.current, value);
  }, [value]);
  return (
    <Field label={label} hint={words} error={error} field={field} required={input.required} announce>
      <input
        {...input}
        {...field.control}
        ref={picker}
        type="file"
        className={css.picker}
        onChange={(event) => onChange(event.target.files?.[0] ?? null)}
      />
      {value && (
        <div className={css.chosen}>
          {picture && <img className={css.picture} src={picture} alt={t('ui.previewOf', { name: value.name })} />}
          <span className={css.name}>{value.name}</span>
          <Button look="plain" onClick={() => onChange(null)}>
            {t('ui.remove')}
          </Button>
        </div>
      )}
    </Field>
  );
}

/** Makes the input hold just the file: after a removal none, on a form that is back the one chosen before. */
function hold(picker: HTMLInputElement, file: File | null) {
  if ((picker.files?.[0] ?? null) === file) return;
  const files = new DataTransfer();
  if (file) files.items.add(file);
  picker.files = files.files;
}

function usePicture(file: File | null) {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!file?.type.startsWith('image/')) return;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => {
      setAddress(null);
      URL.revokeObjectURL(made);
    };
  }, [file]);
  return address;
}
