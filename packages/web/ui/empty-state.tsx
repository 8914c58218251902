import css from './empty-state.module.css';
import { TryAgain } from './try-again.tsx';

interface EmptyStateProps {
  title: string;
  hint?: string;
  /** Set when the list is empty only because it could not be read. */
  onRetry?: () => void;
}

/** A list without rows: why, which is announced, as after a choice of filters. Where reading it failed, there is a way to try again. */
export const EmptyState = ({ title, hint, onRetry }: EmptyStateProps) => (
  <div role={onRetry && 'status'} aria-live="polite" className={css.empty}>
    <p className={css.title}>{title}</p>
    {hint && <p>{hint}</p>}
    {onRetry && <TryAgain onClick={onRetry} />}
  </div>
);
