import { useCardKeys, useFocusSuccession } from '@tma/web/hooks/use-card-keys';
import { useT } from '@tma/web/language/own-texts';
import { Children, type ReactNode, type RefObject, useRef } from 'react';
import css from './card-grid.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

interface CardGridProps {
  label: string;
  children: ReactNode;
  /** For callers that need the positions of its cards. */
  ref?: RefObject<HTMLUListElement | null>;
}

/** A list of cards, with arrow keys to move among them; nothing at all when there are none. */
export const CardGrid = (props: CardGridProps) => Children.count(props.children) > 0 && <Grid {...props} />;

function Grid({ children, label, ref }: CardGridProps) {
  const own = useRef<HTMLUListElement>(null);
  const grid = ref ?? own;
  useCardKeys(grid);
  useFocusSuccession(grid);
  return (
    <ul ref={grid} className={css.grid} aria-label={label}>
      {children}
    </ul>
  );
}

const placeholders = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'] as const;

/** The shape of cards that are still being loaded. */
export function CardGridSkeleton() {
  const t = useT();
  return (
    <div role="status" className={css.grid}>
      <VisuallyHidden>{t('ui.loading')}</VisuallyHidden>
      {placeholders.map((name) => (
        <span key={name} className={css.skeleton} aria-hidden="true" />
      ))}
    </div>
  );
}
