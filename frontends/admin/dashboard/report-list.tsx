import type { AdminFilter } from '@tma/contracts/status';
import { longDate } from '@tma/web/dates';
import { useTimeZone } from '@tma/web/portal-config';
import { CardGrid, CardGridSkeleton } from '@tma/web/ui/card-grid';
import { CountedHead } from '@tma/web/ui/counted-head';
import { EmptyState } from '@tma/web/ui/empty-state';
import { Fact } from '@tma/web/ui/facts';
import { PlaceAndDate, ReportCard, Scheduled } from '@tma/web/ui/report-card';
import { ShowMore } from '@tma/web/ui/show-more';
import { useState } from 'react';
import { useT } from '../texts.ts';
import { Contact } from './contact.tsx';
import { Details } from './details.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { type AdminReport, type Counts, useReports } from './use-reports.ts';

interface ReportListProps {
  token: string;
  filter: AdminFilter;
  title: string;
  /** Of the whole tehsil; not there yet while they are fetched. */
  counts: Counts | undefined;
}

type Opened = { report: AdminReport; editing: boolean } | null;

/** The reports that a filter lets through, with the dialogs of the one that is opened. */
export function ReportList({ token, filter, title, counts }: ReportListProps) {
  const t = useT();
  const zone = useTimeZone();
  const list = useReports(token, filter);
  const [opened, setOpened] = useState<Opened>(null);
  const reports = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const close = () => setOpened(null);

  const heads = counts ? [t('dashboard.count', { count: counts[filter] })] : [];
  if (counts && filter === 'all') heads.push(t('dashboard.completed', { count: counts.completed }));

  return (
    <>
      <CountedHead title={title} counts={heads} />
      {list.isPending && <CardGridSkeleton />}
      {!list.isPending && reports.length === 0 && (
        <Nothing filtered={filter !== 'all'} retry={list.isError ? () => list.refetch() : undefined} />
      )}
      <CardGrid label={title}>
        {reports.map((report) => (
          <ReportCard key={report.id} report={report} onOpen={() => setOpened({ report, editing: false })}>
            <PlaceAndDate report={report} zone={zone}>
              <Fact name={t('report.reporter')}>{report.name}</Fact>
              <Fact name={t('report.contact')}>
                <Contact token={token} userId={report.userId} />
              </Fact>
            </PlaceAndDate>
            {report.schedule && <Scheduled date={longDate(report.schedule, zone)} />}
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
      {opened && !opened.editing && (
        <Details
          token={token}
          report={opened.report}
          zone={zone}
          onClose={close}
          onEdit={() => setOpened({ ...opened, editing: true })}
        />
      )}
      {opened?.editing && <EditDialog token={token} report={opened.report} zone={zone} onClose={close} />}
    </>
  );
}

/** An empty list: of a tehsil without reports, of a filter without a match, or of a server that did not answer. */
function Nothing({ filtered, retry }: { filtered: boolean; retry: (() => void) | undefined }) {
  const t = useT();
  if (retry) return <EmptyState title={t('dashboard.none')} hint={t('dashboard.failed')} onRetry={retry} />;
  if (filtered) return <EmptyState title={t('dashboard.noMatch')} />;
  return <EmptyState title={t('dashboard.none')} hint={t('dashboard.noneHint')} />;
}
