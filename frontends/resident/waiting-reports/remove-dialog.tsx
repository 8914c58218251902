import { Button } from '@tma/web/ui/button';
import { Dialog } from '@tma/web/ui/dialog';
import { useT } from '../texts.ts';

interface RemoveDialogProps {
  onRemove: () => void;
  onClose: () => void;
}

/** Asks before a report is removed that was never sent. */
export function RemoveDialog({ onRemove, onClose }: RemoveDialogProps) {
  const t = useT();
  return (
    <Dialog
      title={t('kept.removeTitle')}
      onClose={onClose}
      actions={
        <>
          {/* The focus begins on the first. */}
          <Button look="quiet" onClick={onClose}>
            {t('kept.keep')}
          </Button>
          <Button onClick={onRemove}>{t('kept.remove')}</Button>
        </>
      }
    >
      <p>{t('kept.removeText')}</p>
    </Dialog>
  );
}
