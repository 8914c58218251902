import type { ReactNode } from 'react';
import css from './visually-hidden.module.css';

interface VisuallyHiddenProps {
  children: ReactNode;
  /** Words that change are announced, once nothing else is being said. */
  live?: boolean;
}

/** Words that are heard and not seen. */
export const VisuallyHidden = ({ children, live = false }: VisuallyHiddenProps) => (
  <span className={css.hidden} aria-live={live ? 'polite' : undefined}>
    {children}
  </span>
);
