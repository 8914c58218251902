import type { ReactNode } from 'react';
import css from './gallery.module.css';

/** A kind of component: its states in a row, or in columns where they are wide. */
export const Section = ({ title, wide = false, children }: { title: string; wide?: boolean; children: ReactNode }) => (
  <section className={css.section}>
    <h2>{title}</h2>
    <div className={wide ? css.columns : css.row}>{children}</div>
  </section>
);
