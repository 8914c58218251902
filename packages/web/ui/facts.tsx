import type { ReactNode } from 'react';
import css from './facts.module.css';

/** Label and value pairs of a card or of a report's details. */
export const Facts = ({ children }: { children: ReactNode }) => <dl className={css.facts}>{children}</dl>;

/** One label and its value. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={css.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
