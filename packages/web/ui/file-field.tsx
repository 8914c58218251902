import { inDocument, useListener } from '@tma/web/hooks/use-listener';
import { useT } from '@tma/web/language/own-texts';
import { ownTerm } from '@tma/web/language/terms';
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { ChosenFile } from './chosen-file.tsx';
import { classes } from './class-names.ts';
import { Field, type FieldTexts, useField } from './field.tsx';
import css from './file-field.module.css';

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

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

/**
 * An area that takes dropped files, and whether some are held over it. As long as it is mounted, a file dropped elsewhere is
 * ignored: the browser would open it in place of the page, and what was typed would be lost.
 */
function useDrop(onFile: (file: File) => unknown) {
  const area = useRef<HTMLDivElement>(null);
  const [over, setOver] = useState(false);
  const within = ({ target }: Event) => target instanceof Node && area.current?.contains(target) === true;
  useListener(inDocument, 'dragover', (event: DragEvent) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    setOver(within(event));
  });
  useListener(inDocument, 'dragleave', () => setOver(false));
  useListener(inDocument, 'drop', (event: DragEvent) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer?.files[0];
    if (file && within(event)) onFile(file);
  });
  return { area, over };
}

/**
 * Opens the camera and calls `onPhoto` with the photo taken. It uses a temporary picker of its own: `capture` on the field's
 * picker would take the gallery away from people who have the photo already.
 */
function takePhoto(onPhoto: (photo: File) => void): void {
  const picker = document.createElement('input');
  Object.assign(picker, { type: 'file', accept: 'image/*', hidden: true });
  // Not all browsers have a property for it.
  picker.setAttribute('capture', 'environment');
  picker.addEventListener('change', () => {
    const photo = picker.files?.[0];
    picker.remove();
    if (photo) onPhoto(photo);
  });
  picker.addEventListener('cancel', () => picker.remove());
  document.body.append(picker);
  picker.click();
}
