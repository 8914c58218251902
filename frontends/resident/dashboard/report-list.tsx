import { longDate } from '@tma/web/dates';
import { useTimeZone } from '@tma/web/portal-config';
import type { Report } from '@tma/web/tables';
import { CardGrid, CardGridSkeleton } from '@tma/web/ui/card-grid';
import { CountedHead } from '@tma/web/ui/counted-head';
import { EmptyState } from '@tma/web/ui/empty-state';
import { PlaceAndDate, ReportCard, Scheduled } from '@tma/web/ui/report-card';
import { ReportDetails } from '@tma/web/ui/report-details';
import { ShowMore } from '@tma/web/ui/show-more';
import { useFirstNew } from '@tma/web/use-first-new';
import { useState } from 'react';
import { useT } from '../texts.ts';
import { History } from './history.tsx';
import { ListNews } from './list-news.tsx';
import { useCounts, useReports } from './use-reports.ts';
import { filterOf, type ListTab, showsSchedule } from './views.ts';

interface ReportListProps {
  tab: ListTab;
  userId: string;
  title: string;
}

/** One of the resident's lists of reports, with its details dialog. */
export function ReportList({ tab, userId, title }: ReportListProps) {
  const t = useT();
  const zone = useTimeZone();
  const filter = filterOf(tab, userId);
  const list = useReports(filter);
  const [opened, setOpened] = useState<Report | null>(null);
  const counts = useCounts(filter, list.data?.pages[0]?.total, tab === 'mycomplaints');
  const reports = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const goToFirstNew = useFirstNew(reports.length);
  // As it is now; one that has left the list is shown as it was.
  const shown = opened && (reports.find(({ id }) => id === opened.id) ?? opened);

  return (
    <>
      <CountedHead title={title} counts={counts} />
      <ListNews reports={list.data && reports} zone={zone} />
      {list.isPending && <CardGridSkeleton />}
      {!list.isPending && reports.length === 0 && (
        <EmptyState
          title={t('reports.none')}
          hint={list.isError ? t('reports.failed') : t(`reports.${tab}.hint`)}
          onRetry={list.isError ? () => list.refetch() : undefined}
        />
      )}
      <CardGrid label={title}>
        {reports.map((report) => (
          <ReportCard key={report.id} report={report} onOpen={() => setOpened(report)}>
            <PlaceAndDate report={report} zone={zone} />
            {showsSchedule[tab].card && report.schedule && <Scheduled date={longDate(report.schedule, zone)} />}
          </ReportCard>
        ))}
      </CardGrid>
      {list.hasNextPage && (
        <ShowMore
          busy={list.isFetchingNextPage}
          failed={list.isFetchNextPageError}
          onMore={() => list.fetchNextPage()}
          onPress={goToFirstNew}
        />
      )}
      {shown && (
        <ReportDetails report={shown} zone={zone} schedule={showsSchedule[tab].details} onClose={() => setOpened(null)}>
          {shown.user_id === userId && <History report={shown} zone={zone} />}
        </ReportDetails>
      )}
    </>
  );
}
