import { useT } from '@tma/web/own-texts';
import { useRef } from 'react';
import { Button } from './button.tsx';
import css from './empty-state.module.css';
import { useFocusOutlives } from './keep-focus.ts';

interface EmptyStateProps {
  title: string;
  hint?: string;
  /** Given when the list is empty only because it could not be read. */
  onRetry?: () => void;
}

export function EmptyState({ title, hint, onRetry }: EmptyStateProps) {
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  useFocusOutlives(box);
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
