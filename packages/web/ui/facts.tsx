import type { ReactNode } from 'react';
import { Written } from './direction.tsx';
import css from './facts.module.css';

/** Label and value pairs of a card or of a report's details. */
export const Facts = ({ children }: { children: ReactNode }) => <dl className={css.facts}>{children}</dl>;

interface FactProps {
  name: string;
  /** What a person wrote; any other value is its children. */
  written?: string;
  children?: ReactNode;
}

export const Fact = ({ name, written, children }: FactProps) => (
  <div className={css.fact}>
    <dt>{name}</dt>
    <dd>{written === undefined ? children : <Written>{written}</Written>}</dd>
  </div>
);
