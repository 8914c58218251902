import type { ReactNode } from 'react';
import css from './card.module.css';
import { classes } from './class-names.ts';

/** A bordered box around a form or a message. */
export const Card = ({ title, children, className }: { title?: string; children: ReactNode; className?: string }) => (
  <section className={classes(css.card, className)}>
    {title && <h2>{title}</h2>}
    {children}
  </section>
);
