import type { ReactNode } from 'react';
import css from './visually-hidden.module.css';

/** Words that are heard and not seen. */
export const VisuallyHidden = ({ children }: { children: ReactNode }) => <span className={css.hidden}>{children}</span>;
