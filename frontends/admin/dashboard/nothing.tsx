import { EmptyState } from '@tma/web/ui/empty-state';
import { useT } from '../texts.ts';

/** An empty list: of a tehsil without reports, of a filter without a match, or of a server that did not answer. */
export function Nothing({ filtered, onRetry }: { filtered: boolean; onRetry?: (() => void) | undefined }) {
  const t = useT();
  const empty = filtered ? t('dashboard.noMatch') : t('dashboard.noneHint');
  return <EmptyState title={t('dashboard.none')} hint={onRetry ? t('dashboard.failed') : empty} onRetry={onRetry} />;
}
