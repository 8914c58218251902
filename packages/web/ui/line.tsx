import { useFocusFallback } from '@tma/web/hooks/focus';
import { type ReactNode, useId, useRef } from 'react';
import { Button } from './button.tsx';
import css from './line.module.css';

interface LineProps {
  /** What it is about. */
  children: ReactNode;
  /** Its parts stand below each other. */
  stacked?: boolean;
  /** The words of the button. */
  action: string;
  busy: boolean;
  onAct: () => void;
  /** What is said below it, or asked. */
  below?: ReactNode;
}

/** An entry of a list, with a button that ends it. */
export function Line({ children, stacked = false, action, busy, onAct, below }: LineProps) {
  const id = useId();
  const line = useRef<HTMLLIElement>(null);
  useFocusFallback(line);
  return (
    <li ref={line} className={css.line}>
      <div id={id} className={stacked ? css.stack : css.row}>
        {children}
      </div>
      <Button look="quiet" aria-describedby={id} busy={busy} onClick={onAct}>
        {action}
      </Button>
      {below}
    </li>
  );
}
