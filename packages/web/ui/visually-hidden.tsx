import type { ReactNode } from 'react';
import css from './visually-hidden.module.css';

interface VisuallyHiddenProps {
  children: ReactNode;
  /** Changes are announced, after what a screen reader is speaking. */
  live?: boolean;
}

/** Text for screen readers only. */
export const VisuallyHidden = ({ children, live = false }: VisuallyHiddenProps) => (
  <span className={css.hidden} aria-live={live ? 'polite' : undefined}>
    {children}
  </span>
);
