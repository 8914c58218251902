import css from './empty-state.module.css';
import { TryAgain } from './try-again.tsx';

interface EmptyStateProps {
  title: string;
  hint?: string;
  /** Set when the list is empty only because it could not be read. */
  onRetry?: () => void;
}

/** A list without rows: why. Where reading it failed, that is announced, and there is a way to try again. */
export const EmptyState = ({ title, hint, onRetry }: EmptyStateProps) => (
  <div role={onRetry && 'status'} className={css.empty}>
    <p className={css.title}>{title}</p>
    {hint && <p>{hint}</p>}
    {onRetry && <TryAgain onClick={onRetry} />}
  </div>
);
