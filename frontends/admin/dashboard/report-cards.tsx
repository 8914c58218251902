import { useTimeZone } from '@tma/web/api/portal-config';
import { useFocusFirstNew } from '@tma/web/hooks/use-first-new';
import { CardGrid } from '@tma/web/ui/card-grid';
import { ShowMore } from '@tma/web/ui/show-more';
import { useCallback, useRef, useState } from 'react';
import { AdminCard } from './admin-card.tsx';
import { EmptyList } from './empty-list.tsx';
import { Notices } from './notices.tsx';
import { type OpenReport, ReportDialogs } from './report-dialogs.tsx';
import type { AdminReport, ListQuery, Segment } from './segments.ts';
import type { Admin } from './use-admins.ts';
import type { useReportList } from './use-report-list.ts';
import { useUpdates } from './use-updates.ts';

interface ReportCardsProps {
  query: ListQuery;
  /** Whether they are not all of the tehsil's. */
  filtered: boolean;
  title: string;
  list: ReturnType<typeof useReportList>;
  segments: readonly Segment[];
  admins: readonly Admin[] | undefined;
}

/** The cards of a loaded list, the notices about it, and the dialogs of the report that is opened. */
export function ReportCards({ query, filtered, title, list, segments, admins }: ReportCardsProps) {
  const { token } = query;
  const zone = useTimeZone();
  const grid = useRef<HTMLDivElement>(null);
  const updates = useUpdates(query, grid, list.dataUpdatedAt);
  const [opened, setOpened] = useState<OpenReport | null>(null);
  const [lost, setLost] = useState<OpenReport | null>(null);
  const [saved, setSaved] = useState(false);
  const [alike, setAlike] = useState<string | null>(null);
  const openReport = useCallback((report: AdminReport) => {
    setSaved(false);
    setAlike(null);
    setOpened({ report, editing: false });
  }, []);
  const reports = segments.flatMap(({ rows }) => rows);
  const focusFirstNew = useFocusFirstNew(reports.length);
  // The details show the current version; a report that has left the list is shown as it was.
  const current = opened && !opened.editing && reports.find(({ id }) => id === opened.report.id);

  return (
    <>
      {reports.length === 0 && <EmptyList filtered={filtered} />}
      <CardGrid label={title} ref={grid} rows>
        {reports.map((report) => (
          <AdminCard key={report.id} token={token} report={report} zone={zone} onOpen={openReport} />
        ))}
      </CardGrid>
      <ShowMore list={list} onPress={focusFirstNew} />
      <Notices
        {...updates.data}
        onShowNew={() => {
          window.scrollTo(0, 0);
          void updates.refetch();
        }}
        zone={zone}
        isOutdated={updates.isError}
        saved={saved}
        alike={alike}
        lostIssue={lost?.report.issue}
        onEditAgain={() => {
          setOpened(lost);
          setLost(null);
        }}
      />
      <ReportDialogs
        token={token}
        open={current ? { report: current, editing: false } : opened}
        zone={zone}
        admins={admins}
        onOpen={setOpened}
        onChange={(report) => setOpened((now) => (now?.report.id === report.id ? { ...now, report } : now))}
        onSaved={() => {
          setOpened(null);
          setSaved(true);
        }}
        onAlike={setAlike}
        onLost={setLost}
      />
    </>
  );
}
