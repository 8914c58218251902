import type { AdminFilter } from '@tma/contracts/reports/statuses';
import { CardGridSkeleton } from '@tma/web/ui/card-grid';
import { CountedHead } from '@tma/web/ui/counted-head';
import { useT } from '../texts.ts';
import { Nothing } from './nothing.tsx';
import { ReportCards } from './report-cards.tsx';
import type { Counts } from './use-counts.ts';
import { useList } from './use-list.ts';

interface ReportListProps {
  token: string;
  filter: AdminFilter;
  title: string;
  /** Of the whole tehsil; not there yet while they are fetched. */
  counts: Counts | undefined;
}

/** The reports that a filter lets through, under its name and their number. */
export function ReportList({ token, filter, title, counts }: ReportListProps) {
  const t = useT();
  const list = useList({ token, filter });
  const heads = counts ? [t('dashboard.count', { count: counts[filter] })] : [];
  if (counts && filter === 'all') heads.push(t('dashboard.completed', { count: counts.completed }));
  return (
    <>
      <CountedHead title={title} counts={heads} />
      {list.isPending && <CardGridSkeleton />}
      {list.isLoadingError && <Nothing filtered={filter !== 'all'} onRetry={() => list.refetch()} />}
      {list.data && <ReportCards which={{ token, filter }} title={title} list={list} stretches={list.data.pages} />}
    </>
  );
}
