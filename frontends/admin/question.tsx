import { Button } from '@tma/web/ui/button';
import { Dialog } from '@tma/web/ui/dialog';

interface QuestionProps {
  title: string;
  /** What comes of it. */
  hint: string;
  /** The words of the button that does it. */
  yes: string;
  onYes: () => void;
  onClose: () => void;
}

/** Asks before something grave is done, and says what it is. */
export const Question = ({ title, hint, yes, onYes, onClose }: QuestionProps) => (
  <Dialog title={title} onClose={onClose} actions={<Button onClick={onYes}>{yes}</Button>}>
    <p>{hint}</p>
  </Dialog>
);
