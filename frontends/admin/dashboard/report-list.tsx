import type { AdminFilter } from '@tma/contracts/reports/statuses';
import { CardGridSkeleton } from '@tma/web/ui/card-grid';
import { CountedHead } from '@tma/web/ui/counted-head';
import { useT } from '../texts.ts';
import { EmptyList } from './empty-list.tsx';
import { ReportCards } from './report-cards.tsx';
import type { Counts } from './use-counts.ts';
import { useReportList } from './use-report-list.ts';

interface ReportListProps {
  token: string;
  filter: AdminFilter;
  title: string;
  /** Of the whole tehsil; undefined while they are loaded. */
  counts: Counts | undefined;
}

/** The reports that match a filter, under its name and their number. */
export function ReportList({ token, filter, title, counts }: ReportListProps) {
  const t = useT();
  const list = useReportList({ token, filter });
  const heads = counts ? [t('dashboard.count', { count: counts[filter] })] : [];
  if (counts && filter === 'all') heads.push(t('dashboard.completed', { count: counts.completed }));
  return (
    <>
      <CountedHead title={title} counts={heads} />
      {list.isPending && <CardGridSkeleton />}
      {list.isLoadingError && <EmptyList filtered={filter !== 'all'} onRetry={() => list.refetch()} />}
      {list.data && <ReportCards query={{ token, filter }} title={title} list={list} segments={list.data.pages} />}
    </>
  );
}
