import { EmptyState } from '@tma/web/ui/empty-state';
import { useT } from '../texts.ts';

/** An empty list: the tehsil has no reports, the filter no match, or (with `onRetry`) it could not be loaded. */
export function EmptyList({ filtered, onRetry }: { filtered: boolean; onRetry?: (() => void) | undefined }) {
  const t = useT();
  const empty = filtered ? t('dashboard.noMatch') : t('dashboard.noneHint');
  return <EmptyState title={t('dashboard.none')} hint={onRetry ? t('dashboard.failed') : empty} onRetry={onRetry} />;
}
