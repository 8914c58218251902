import type { ReactNode } from 'react';
import css from './reading.module.css';

/** A page of text: a title, what it is about, and what follows. */
export const Reading = ({ title, lead, children }: { title: string; lead: string; children: ReactNode }) => (
  <article className={css.page}>
    <h1>{title}</h1>
    <p className={css.lead}>{lead}</p>
    {children}
  </article>
);

export const Tiles = ({ children }: { children: ReactNode }) => <ul className={css.tiles}>{children}</ul>;

export const Tile = ({ title, text }: { title: string; text: string }) => (
  <li className={css.tile}>
    <h2>{title}</h2>
    <p>{text}</p>
  </li>
);
