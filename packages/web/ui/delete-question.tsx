import { useT } from '@tma/web/language/own-texts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface DeleteQuestionProps {
  title: string;
  /** What comes of it. */
  hint: string;
  /** The words of the button that deletes it. */
  yes: string;
  onYes: () => void;
  onClose: () => void;
}

/** Asks before something that somebody wrote is deleted. */
export function DeleteQuestion({ title, hint, yes, onYes, onClose }: DeleteQuestionProps) {
  const t = useT();
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          {/* The focus begins on the first. */}
          <Button look="quiet" onClick={onClose}>
            {t('ui.keep')}
          </Button>
          <Button onClick={onYes}>{yes}</Button>
        </>
      }
    >
      <p>{hint}</p>
    </Dialog>
  );
}
