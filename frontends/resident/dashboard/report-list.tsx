import { longDate } from '@tma/web/dates';
import { useTimeZone } from '@tma/web/portal-config';
import type { Report } from '@tma/web/tables';
import { CardGrid, CardGridSkeleton } from '@tma/web/ui/card-grid';
import { CountedHead } from '@tma/web/ui/counted-head';
import { EmptyState } from '@tma/web/ui/empty-state';
import { PlaceAndDate, ReportCard, Scheduled } from '@tma/web/ui/report-card';
import { ReportDetails } from '@tma/web/ui/report-details';
import { ShowMore } from '@tma/web/ui/show-more';
import { useState } from 'react';
import { useT } from '../texts.ts';

import { useCompleted, useReports } from './use-reports.ts';
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
  const own = tab === 'mycomplaints';
  const completed = useCompleted(filter, own);
  const total = list.data?.pages[0]?.total;
  const counts = [];
  if (own && total !== undefined) counts.push(t('reports.count', { count: total }));
  if (own && completed.data !== undefined) counts.push(t('reports.completed', { count: completed.data }));
  const reports = list.data?.pages.flatMap((page) => page.rows) ?? [];

  return (
    <>
      <CountedHead title={title} counts={counts} />
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
        />
      )}
      {opened && (
        <ReportDetails
          report={opened}
          zone={zone}
          schedule={showsSchedule[tab].details}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}
