import { useT } from '@tma/web/own-texts';
import { Children, type ReactNode } from 'react';
import css from './card-grid.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

/** A list of cards; nothing at all when there are none. */
export const CardGrid = ({ children, label }: { children: ReactNode; label: string }) =>
  Children.count(children) > 0 && (
    <ul className={css.grid} aria-label={label}>
      {children}
    </ul>
  );

const placeholders = ['first', 'second', 'third'] as const;

/** The shape of cards that are still being fetched. */
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
