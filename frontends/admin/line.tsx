import { useFocusFallback } from '@tma/web/hooks/focus';
import { Button } from '@tma/web/ui/button';
import { type ReactNode, useId, useRef } from 'react';
import css from './page.module.css';

interface LineProps {
  /** What it is about. */
  children: ReactNode;
  /** The words of the button. */
  action: string;
  busy: boolean;
  onAct: () => void;
  /** What is said below it, or asked. */
  below?: ReactNode;
}

/** An entry of a list, with a button that ends it. */
export function Line({ children, action, busy, onAct, below }: LineProps) {
  const id = useId();
  const line = useRef<HTMLLIElement>(null);
  useFocusFallback(line);
  return (
    <li ref={line}>
      <div id={id} className={css.line}>
        {children}
      </div>
      <Button look="quiet" aria-describedby={id} busy={busy} onClick={onAct}>
        {action}
      </Button>
      {below}
    </li>
  );
}
