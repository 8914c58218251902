import { useTimeZone } from '@tma/web/api/portal-config';
import { useFocusFirstNew } from '@tma/web/hooks/use-first-new';
import { CardGrid } from '@tma/web/ui/card-grid';
import { ShowMore } from '@tma/web/ui/show-more';
import { useRef } from 'react';
import { AdminCard } from './admin-card.tsx';
import { EmptyList } from './empty-list.tsx';
import { Notices } from './notices.tsx';
import { ReportDialogs } from './report-dialogs.tsx';
import type { ListQuery, Segment } from './segments.ts';
import { useOpenReport } from './use-open-report.ts';
import type { useReportList } from './use-report-list.ts';
import type { Admin } from './use-tehsil.ts';
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
  const reports = segments.flatMap(({ rows }) => rows);
  const { openReport, news, dialogs } = useOpenReport(reports);
  const focusFirstNew = useFocusFirstNew(reports.length);

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
        {...news}
      />
      <ReportDialogs token={token} zone={zone} admins={admins} dialogs={dialogs} />
    </>
  );
}
