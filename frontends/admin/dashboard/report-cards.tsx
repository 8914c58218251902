import { useTimeZone } from '@tma/web/api/portal-config';
import { useFocusFirstNew } from '@tma/web/hooks/use-first-new';
import { CardGrid } from '@tma/web/ui/card-grid';
import { lazily } from '@tma/web/ui/lazily';
import { ShowMore } from '@tma/web/ui/show-more';
import type { View } from '@tma/web/view-query';
import { type ReactNode, useRef } from 'react';
import { AdminCard } from './admin-card.tsx';
import { EmptyList } from './empty-list.tsx';
import { Notices } from './notices.tsx';
import { ReportDialogs } from './report-dialogs.tsx';
import { type AdminReport, type ListQuery, readReportsOnMap, type Segment } from './segments.ts';
import { useOpenReport } from './use-open-report.ts';
import { mapKey, type useReportList } from './use-report-list.ts';
import type { Admin } from './use-tehsil.ts';
import { useUpdates } from './use-updates.ts';

const ReportMap = lazily(() => import('./reports-on-map.ts'));

interface ReportCardsProps {
  query: ListQuery;
  view: View;
  /** Whether they are not all of the tehsil's. */
  filtered: boolean;
  title: string;
  list: ReturnType<typeof useReportList>;
  segments: readonly Segment[];
  admins: readonly Admin[] | undefined;
}

/** The cards of a loaded list, the notices about it, and the dialogs of the report that is opened. */
export function ReportCards({ query, view, filtered, title, list, segments, admins }: ReportCardsProps) {
  const { token } = query;
  const zone = useTimeZone();
  const grid = useRef<HTMLDivElement>(null);
  const updates = useUpdates(query, grid, list.dataUpdatedAt);
  const reports = segments.flatMap(({ rows }) => rows);
  const { openReport, news, dialogs } = useOpenReport(reports);
  const focusFirstNew = useFocusFirstNew(reports.length);

  const isList = view === 'list';
  const showNew = () => {
    window.scrollTo(0, 0);
    void updates.refetch();
  };
  const cards = (
    <>
      {reports.length === 0 && <EmptyList filtered={filtered} />}
      <CardGrid label={title} ref={grid} rows={isList}>
        {reports.map((report) => (
          <AdminCard key={report.id} token={token} report={report} zone={zone} onOpen={openReport} row={isList} />
        ))}
      </CardGrid>
      <ShowMore list={list} onPress={focusFirstNew} />
    </>
  );
  return (
    <>
      {isList ? cards : <OnMap {...{ title, query, reports, openReport }}>{cards}</OnMap>}
      <Notices {...updates.data} onShowNew={showNew} zone={zone} isOutdated={updates.isError} {...news} />
      <ReportDialogs token={token} zone={zone} admins={admins} dialogs={dialogs} />
    </>
  );
}

interface OnMapProps extends Pick<ReportCardsProps, 'title' | 'query'> {
  reports: readonly AdminReport[];
  openReport: (report: AdminReport) => void;
  children: ReactNode;
}

const OnMap = ({ title, query, reports, openReport, children }: OnMapProps) => (
  <ReportMap
    label={title}
    known={reports}
    queryKey={mapKey(query)}
    read={(bbox, signal) => readReportsOnMap(query, bbox, signal)}
    onOpen={openReport}
  >
    {children}
  </ReportMap>
);
