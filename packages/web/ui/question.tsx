import { useT } from '@tma/web/language/own-texts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface QuestionProps {
  title: string;
  /** What comes of it. */
  hint: string;
  /** The words of the button that does it. */
  yes: string;
  /** It deletes what somebody wrote: the focus begins on a button that keeps it. */
  deletes?: boolean;
  onYes: () => void;
  onClose: () => void;
}

/** Asks before something grave is done, and says what it is. */
export function Question({ title, hint, yes, deletes = false, onYes, onClose }: QuestionProps) {
  const t = useT();
  const actions = (
    <>
      {deletes && (
        <Button look="quiet" onClick={onClose}>
          {t('ui.keep')}
        </Button>
      )}
      <Button onClick={onYes}>{yes}</Button>
    </>
  );
  return (
    <Dialog title={title} onClose={onClose} actions={actions}>
      <p>{hint}</p>
    </Dialog>
  );
}
