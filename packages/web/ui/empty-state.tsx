import { useFocusFallback } from '@tma/web/hooks/focus';
import { useT } from '@tma/web/language/own-texts';
import { useRef } from 'react';
import { Button } from './button.tsx';
import css from './empty-state.module.css';

interface EmptyStateProps {
  title: string;
  hint?: string;
  /** Set when the list is empty only because it could not be read. */
  onRetry?: () => void;
}

/** A list without rows: why, and a way to try again where reading it failed. */
export function EmptyState({ title, hint, onRetry }: EmptyStateProps) {
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  useFocusFallback(box);
  return (
    <div ref={box} className={css.empty}>
      <p className={css.title}>{title}</p>
      {hint && <p>{hint}</p>}
      {onRetry && (
        <Button look="plain" onClick={onRetry}>
          {t('ui.tryAgain')}
        </Button>
      )}
    </div>
  );
}
