import type { ReactNode } from 'react';
import shared from '../shared.module.css';

interface VisuallyHiddenProps {
  children: ReactNode;
  /** Changes are announced, after what a screen reader is speaking. */
  live?: boolean;
}

/** Text for screen readers only. */
export const VisuallyHidden = ({ children, live = false }: VisuallyHiddenProps) => (
  <span className={shared.unseen} aria-live={live ? 'polite' : undefined}>
    {children}
  </span>
);
