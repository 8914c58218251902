import { Button } from '@tma/web/ui/button';
import { Dialog } from '@tma/web/ui/dialog';
import { useT } from '../texts.ts';

interface QuestionProps {
  about: 'Disable' | 'Enable' | 'Factor';
  /** Whose account it is. */
  name: string;
  onYes: () => void;
  onClose: () => void;
}

const words = {
  Disable: { hint: 'staff.disableHint', yes: 'staff.disable' },
  Enable: { hint: 'staff.enableHint', yes: 'staff.enable' },
  Factor: { hint: 'staff.factorHint', yes: 'staff.removeFactor' },
} as const;

/** Asks before something grave is done to an account, and says what it is. */
export function Question({ about, name, onYes, onClose }: QuestionProps) {
  const t = useT();
  const { hint, yes } = words[about];
  return (
    <Dialog
      title={t(`staff.ask${about}`, { name })}
      onClose={onClose}
      actions={<Button onClick={onYes}>{t(yes)}</Button>}
    >
      <p>{t(hint)}</p>
    </Dialog>
  );
}
