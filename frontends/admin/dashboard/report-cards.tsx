import { useTimeZone } from '@tma/web/portal-config';
import { CardGrid } from '@tma/web/ui/card-grid';
import { ShowMore } from '@tma/web/ui/show-more';
import { useFirstNew } from '@tma/web/use-first-new';
import { useCallback, useRef, useState } from 'react';
import { AdminCard } from './admin-card.tsx';
import { Nothing } from './nothing.tsx';
import { Notices } from './notices.tsx';
import { type Opened, ReportDialogs } from './report-dialogs.tsx';
import type { AdminReport, Stretch, Which } from './stretches.ts';
import type { useList } from './use-list.ts';
import { useNews } from './use-news.ts';

interface ReportCardsProps {
  which: Which;
  title: string;
  list: ReturnType<typeof useList>;
  stretches: readonly Stretch[];
}

/** The cards of a list that is there, what is new about it, and the dialogs of the one that is opened. */
export function ReportCards({ which, title, list, stretches }: ReportCardsProps) {
  const { token, filter } = which;
  const zone = useTimeZone();
  const grid = useRef<HTMLUListElement>(null);
  const news = useNews(which, grid, list.dataUpdatedAt);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [lost, setLost] = useState<Opened | null>(null);
  const [saved, setSaved] = useState(false);
  const open = useCallback((report: AdminReport) => {
    setSaved(false);
    setOpened({ report, editing: false });
  }, []);
  const reports = stretches.flatMap(({ rows }) => rows);
  const goToFirstNew = useFirstNew(reports.length);
  // What is read is the report as it is now; one that has left the list is shown as it was.
  const now = opened && !opened.editing && reports.find(({ id }) => id === opened.report.id);

  return (
    <>
      {reports.length === 0 && <Nothing filtered={filter !== 'all'} />}
      <CardGrid label={title} ref={grid}>
        {reports.map((report) => (
          <AdminCard key={report.id} token={token} report={report} zone={zone} onOpen={open} />
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
      <Notices
        {...news.data}
        onShow={() => {
          window.scrollTo(0, 0);
          void news.refetch();
        }}
        zone={zone}
        isOld={news.isError}
        saved={saved}
        lost={lost?.report.issue}
        onEdit={() => {
          setOpened(lost);
          setLost(null);
        }}
      />
      <ReportDialogs
        token={token}
        opened={now ? { report: now, editing: false } : opened}
        zone={zone}
        onOpen={setOpened}
        onSaved={() => {
          setOpened(null);
          setSaved(true);
        }}
        onLost={setLost}
      />
    </>
  );
}
