import { useTimeZone } from '@tma/web/api/portal-config';
import { loadedRowsDiffer } from '@tma/web/api/row-changes';
import { type Report, readReportsOnMap } from '@tma/web/api/tables';
import { useFocusFirstNew } from '@tma/web/hooks/use-first-new';
import { timeOfDay } from '@tma/web/language/dates';
import { ListOrMap } from '@tma/web/map/list-or-map';
import { History } from '@tma/web/reports/history';
import { ReportDetails } from '@tma/web/reports/report-details';
import { useSearchParams } from '@tma/web/router';
import { residentToken } from '@tma/web/session/resident-token';
import { CardGrid, CardGridSkeleton } from '@tma/web/ui/card-grid';
import { CountedHead } from '@tma/web/ui/counted-head';
import { EmptyState } from '@tma/web/ui/empty-state';
import { LastUpdated } from '@tma/web/ui/last-updated';
import { ShowMore } from '@tma/web/ui/show-more';
import { ViewSwitch } from '@tma/web/ui/view-switch';
import { VisuallyHidden } from '@tma/web/ui/visually-hidden';
import { readView, viewQuery } from '@tma/web/view-query';
import { useEffect, useRef, useState } from 'react';
import { useT } from '../texts.ts';
import { useWaitingCards } from '../waiting-reports/waiting-cards.tsx';
import { AnswerDue, WaitingForYouLine } from './card-lines.tsx';
import { ListedCard } from './listed-card.tsx';
import { type DetailsProps, OwnReport } from './own-report.tsx';
import { Supported } from './supported/supported.tsx';
import { useOpened } from './use-opened.tsx';
import { useCounts, useReports } from './use-reports.ts';
import { filterOf, type ListTab, showsSchedule } from './views.ts';

interface ReportListProps {
  tab: ListTab;
  userId: string;
  title: string;
}

/** One of the resident's lists of reports, with its details dialog. Whether everybody's are a list or a map is in the address. */
export function ReportList({ tab, userId, title }: ReportListProps) {
  const [query, setQuery] = useSearchParams();
  const view = readView(query);
  const isOwn = tab === 'mycomplaints';
  const isOverall = tab === 'AllRequests';
  const { list, reports, counts, map } = useList(tab, userId);
  const waiting = useWaitingCards(userId);
  const cards = isOwn ? waiting.cards : [];
  const { open, opened, onClose, onLost, lost } = useOpened(reports);
  const focusFirstNew = useFocusFirstNew(reports.length);
  const nothing = !list.isPending && reports.length === 0 && (list.isError || cards.length === 0) && (
    <Nothing tab={tab} list={list} />
  );
  const isMap = isOverall && view === 'map' && !list.isPending;
  return (
    <>
      <CountedHead title={title} counts={counts} />
      {isOverall && <ViewSwitch view={view} onChoose={(chosen) => setQuery({ tab, ...viewQuery(chosen) })} />}
      <LastUpdated seenAt={list.data?.pages[0]?.seenAt} readAt={list.dataUpdatedAt} />
      <ListUpdates reports={list.data && reports} />
      {lost}
      {list.isPending && <CardGridSkeleton />}
      {isOwn && waiting.above}
      {cards.length === 0 && nothing}
      {isOwn && list.data && <WaitingForYouLine userId={userId} reports={reports} isWhole={!list.hasNextPage} />}
      <ListOrMap isMap={isMap} label={title} known={reports} onOpen={open} {...map}>
        <CardGrid label={title}>
          {cards}
          {reports.map((report) => (
            <ListedCard key={report.id} report={report} tab={tab} onOpen={open} />
          ))}
        </CardGrid>
        {/* What waits on this device comes first. */}
        {cards.length > 0 && nothing}
        <ShowMore list={list} onPress={focusFirstNew} />
      </ListOrMap>
      {isOwn && waiting.question}
      {isOwn && !list.isPending && <Supported userId={userId} />}
      {opened && <Details tab={tab} userId={userId} report={opened} onClose={onClose} onLost={onLost} />}
    </>
  );
}

/** The reports of a tab that were read, what is counted beside its heading, and how a map reads the same. */
function useList(tab: ListTab, userId: string) {
  const filter = filterOf(tab, userId);
  const list = useReports(filter);
  const counts = useCounts(filter, list.data?.pages[0]?.total, tab === 'mycomplaints');
  const reports = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const map = {
    queryKey: ['reports', 'map', filter],
    read: async (bbox: string, signal: AbortSignal) => readReportsOnMap(filter, bbox, await residentToken(), signal),
  };
  return { list, reports, counts, map };
}

/** Announces to screen readers that the list was updated by itself. `reports` is undefined until the list is loaded. */
function ListUpdates({ reports }: { reports: readonly Report[] | undefined }) {
  const t = useT();
  const zone = useTimeZone();
  const before = useRef(reports);
  const [changedAt, setChangedAt] = useState<string>();
  useEffect(() => {
    const known = before.current;
    before.current = reports;
    if (known && reports && loadedRowsDiffer(known, reports)) setChangedAt(new Date().toISOString());
  }, [reports]);
  return (
    <VisuallyHidden live>{changedAt && t('reports.changed', { time: timeOfDay(changedAt, zone) })}</VisuallyHidden>
  );
}

/** There is no report, or the list could not be read. */
function Nothing({ tab, list }: { tab: ListTab; list: ReturnType<typeof useReports> }) {
  const t = useT();
  return (
    <EmptyState
      title={t('reports.none')}
      hint={list.isError ? t('reports.failed') : t(`reports.${tab}.hint`)}
      onRetry={list.isError ? () => list.refetch() : undefined}
    />
  );
}

/** The details of a report of a list. A report in the list of everybody's may be the resident's own. */
function Details({ tab, ...details }: DetailsProps & { tab: ListTab }) {
  const { report, userId, onClose } = details;
  if (tab === 'mycomplaints') return <OwnReport key={report.id} {...details} />;
  const isOwn = report.user_id === userId;
  return (
    <ReportDetails
      report={report}
      schedule={showsSchedule[tab].details}
      readToken={isOwn ? residentToken : undefined}
      onClose={onClose}
      lines={<AnswerDue report={report} />}
    >
      {isOwn && <History report={report} readToken={residentToken} own />}
    </ReportDetails>
  );
}
