import type { ReactNode } from 'react';
import css from './card.module.css';
import { classes } from './class-names.ts';

/** A bordered box around a form or a message. */
export const Card = ({ children, className }: { children: ReactNode; className?: string }) => (
  <section className={classes(css.card, className)}>{children}</section>
);
