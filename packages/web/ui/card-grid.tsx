import { useCardKeys, useFocusSuccession } from '@tma/web/hooks/use-card-keys';
import { useT } from '@tma/web/language/own-texts';
import { Children, type ReactNode, type RefObject, useRef } from 'react';
import css from './card-grid.module.css';
import { classes } from './class-names.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

interface Layout {
  /** Whether its cards are rows on a wide page. */
  rows?: boolean;
}

interface CardGridProps extends Layout {
  label: string;
  children: ReactNode;
  /** For callers that need the positions of its cards. */
  ref?: RefObject<HTMLDivElement | null>;
}

/** A list of cards, with arrow keys to move among them; nothing at all when there are none. */
export const CardGrid = (props: CardGridProps) => Children.count(props.children) > 0 && <Grid {...props} />;

/**
 * How many cards are a list of their own: in one grid, thousands would be laid out again at each step of scrolling. The number fills
 * rows of one to six.
 */
const stretch = 60;

const gridClass = ({ rows }: Layout) => classes(css.grid, rows && css.rows);

function Grid({ children, label, ref, rows }: CardGridProps) {
  const own = useRef<HTMLDivElement>(null);
  const grid = ref ?? own;
  useCardKeys(grid);
  useFocusSuccession(grid);
  const cards = Children.toArray(children);
  const begins = Array.from({ length: Math.ceil(cards.length / stretch) }, (_, place) => place * stretch);
  return (
    <div ref={grid}>
      {begins.map((begin) => (
        <ul key={begin} className={gridClass({ rows })} aria-label={label}>
          {cards.slice(begin, begin + stretch)}
        </ul>
      ))}
    </div>
  );
}

const placeholders = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'] as const;

/** The shape of cards that are still being loaded. */
export function CardGridSkeleton({ rows }: Layout) {
  const t = useT();
  return (
    <div role="status" className={gridClass({ rows })}>
      <VisuallyHidden>{t('ui.loading')}</VisuallyHidden>
      {placeholders.map((name) => (
        <span key={name} className={css.skeleton} aria-hidden="true" />
      ))}
    </div>
  );
}
