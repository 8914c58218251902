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

interface TilesProps<Name extends string> {
  of: readonly (readonly [name: Name, drawing: IconNode])[];
  words: (name: Name, part: 'title' | 'text') => string;
}

/** A grid of short texts, each with a drawing and a title. */
export const Tiles = <Name extends string>({ of: tiles, words }: TilesProps<Name>) => (
  <ul className={css.tiles}>
    {tiles.map(([name, drawing]) => (
      <li key={name} className={css.tile}>
        <span className={css.sign}>
          <Drawing of={drawing} size={24} />
        </span>
        <h2>{words(name, 'title')}</h2>
        <p>{words(name, 'text')}</p>
      </li>
    ))}
  </ul>
);
