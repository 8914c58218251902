import { classes } from '@tma/web/classes';
import type { ReactNode } from 'react';
import css from './card.module.css';

export const Card = ({ children, className }: { children: ReactNode; className?: string }) => (
  <section className={classes(css.card, className)}>{children}</section>
);
