import { useObjectUrl } from '@tma/web/hooks/use-object-url';
import { t, useT } from '@tma/web/language/own-texts';
import { useId, useState } from 'react';
import { Button } from './button.tsx';
import css from './chosen-file.module.css';

/** A file that was chosen: its picture, when it is one the browser can draw, its name and size, and a way to remove it. */
export function ChosenFile({ file, onRemove }: { file: File; onRemove: () => void }) {
  useT();
  const nameId = useId();
  const [undrawable, setUndrawable] = useState<File>();
  const picture = useObjectUrl(file.type.startsWith('image/') && file !== undrawable ? file : null);
  const hide = () => setUndrawable(file);
  return (
    <div className={css.chosen}>
      {picture && (
        <img className={css.picture} src={picture} alt={t('ui.previewOf', { name: file.name })} onError={hide} />
      )}
      <span className={css.words}>
        <span id={nameId} dir="auto">
          {file.name}
        </span>{' '}
        <span className={css.size}>{sizeOf(file)}</span>
      </span>
      <Button look="plain" aria-describedby={nameId} onClick={onRemove}>
        {t('ui.remove')}
      </Button>
    </div>
  );
}

const kilobyte = 1024;

function sizeOf({ size }: File): string {
  const kilobytes = Math.max(1, Math.round(size / kilobyte));
  if (kilobytes < kilobyte) return t('ui.kilobytes', { size: kilobytes });
  return t('ui.megabytes', { size: (kilobytes / kilobyte).toFixed(1) });
}
