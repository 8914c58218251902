import { Drawing } from '@tma/web/ui/icon';
import type { IconNode } from 'lucide';
import type { ReactNode } from 'react';
import css from './reading.module.css';

interface ReadingProps {
  title: string;
  lead: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A page of text: a title, what it is about, and what follows. */
export const Reading = ({ title, lead, className, children }: ReadingProps) => (
  <article className={className}>
    <div className={css.head}>
      <div className={css.inner}>
        <h1>{title}</h1>
        <p>{lead}</p>
      </div>
    </div>
    <div className={css.inner}>{children}</div>
  </article>
);

/** A grid of `Tile`s. */
export const Tiles = ({ children }: { children: ReactNode }) => <ul className={css.tiles}>{children}</ul>;

export const Tile = ({ drawing, title, text }: { drawing: IconNode; title: string; text: string }) => (
  <li className={css.tile}>
    <span className={css.sign}>
      <Drawing of={drawing} size={24} />
    </span>
    <h2>{title}</h2>
    <p>{text}</p>
  </li>
);
