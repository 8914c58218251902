import { useFocusFirstNew } from '@tma/web/hooks/use-first-new';
import { ListOrMap } from '@tma/web/map/list-or-map';
import { CardGrid } from '@tma/web/ui/card-grid';
import { EmptyState } from '@tma/web/ui/empty-state';
import { ShowMore } from '@tma/web/ui/show-more';
import type { View } from '@tma/web/view-query';
import { useCallback, useRef, useState } from 'react';
import { useT } from '../texts.ts';
import { AdminCard } from './admin-card.tsx';
import { isFiltered } from './chosen.ts';
import { Details } from './details.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { Notices } from './notices.tsx';
import { type AdminReport, type ListQuery, readReportsOnMap, type Segment } from './segments.ts';
import type { Unsent } from './use-report-change.ts';
import { mapKey, type useReportList } from './use-report-list.ts';
import type { Unsaved } from './use-save-report.ts';
import { useUpdates } from './use-updates.ts';

interface ReportCardsProps {
  query: ListQuery;
  view: View;
  title: string;
  list: ReturnType<typeof useReportList>;
  segments: readonly Segment[];
  lost: Lost;
}

/** The cards of a loaded list, the notices about it, and the dialogs of the report that is opened. */
export function ReportCards({ query, view, title, list, segments, lost }: ReportCardsProps) {
  const { token } = query;
  const grid = useRef<HTMLDivElement>(null);
  const updates = useUpdates(query, grid, list.dataUpdatedAt);
  const reports = segments.flatMap(({ rows }) => rows);
  const { openReport, news, dialogs } = useOpenReport(reports, lost);
  const focusFirstNew = useFocusFirstNew(reports.length);

  const isList = view === 'list';
  const showNew = () => {
    window.scrollTo(0, 0);
    void updates.refetch();
  };
  return (
    <>
      <ListOrMap
        isMap={!isList}
        label={title}
        known={reports}
        queryKey={mapKey(query)}
        read={(bbox, signal) => readReportsOnMap(query, bbox, signal)}
        onOpen={openReport}
      >
        {reports.length === 0 && <EmptyList filtered={isFiltered(query)} />}
        <CardGrid label={title} ref={grid} rows={isList}>
          {reports.map((report) => (
            <AdminCard key={report.id} token={token} report={report} onOpen={openReport} row={isList} />
          ))}
        </CardGrid>
        <ShowMore list={list} onPress={focusFirstNew} />
      </ListOrMap>
      <Notices {...updates.data} onShowNew={showNew} isOutdated={updates.isError} {...news} />
      <ReportDialogs token={token} dialogs={dialogs} />
    </>
  );
}

/** An empty list: the tehsil has no reports, the filter no match, or (with `onRetry`) it could not be loaded. */
export function EmptyList({ filtered, onRetry }: { filtered: boolean; onRetry?: (() => void) | undefined }) {
  const t = useT();
  const empty = filtered ? t('dashboard.noMatch') : t('dashboard.noneHint');
  return <EmptyState title={t('dashboard.none')} hint={onRetry ? t('dashboard.failed') : empty} onRetry={onRetry} />;
}

/** The report whose dialog is open. */
interface OpenReport {
  report: AdminReport;
  /** Whether it is being edited, or just read. */
  editing: boolean;
  /** What was chosen before and could not be saved: in the edit dialog, or in the details. */
  unsaved?: Unsaved;
  unsent?: Unsent;
}

const isSameDialog = (a: OpenReport, b: OpenReport) => a.report.id === b.report.id && a.editing === b.editing;

/** Of the details of a report each part may be lost by itself: what another part lost before stays. */
function withLost(before: readonly OpenReport[], one: OpenReport): readonly OpenReport[] {
  const earlier = before.find((other) => isSameDialog(one, other));
  return [{ ...one, unsent: { ...earlier?.unsent, ...one.unsent } }, ...before.filter((other) => other !== earlier)];
}

/** What could not be saved after its dialog was closed, the latest first. By then another list may be shown. */
export const useLost = () => useState<readonly OpenReport[]>([]);
export type Lost = ReturnType<typeof useLost>;

/** The report whose dialog is open, and what came of the dialogs before. */
function useOpenReport(reports: readonly AdminReport[], [lost, setLost]: Lost) {
  const [opened, setOpened] = useState<OpenReport | null>(null);
  const [saved, setSaved] = useState(false);
  const [alike, setAlike] = useState<string | null>(null);
  const openReport = useCallback((report: AdminReport) => {
    setSaved(false);
    setAlike(null);
    setOpened({ report, editing: false });
  }, []);
  // The details show the latest version that is known: the map may have a later one than the list, which the report may leave.
  const listed = opened && reports.find(({ id }) => id === opened.report.id);
  if (opened && listed && !opened.editing && listed !== opened.report && listed.updated_at >= opened.report.updated_at)
    setOpened({ ...opened, report: listed });
  const [latest = null] = lost;
  const onEditAgain = () => {
    setOpened(latest);
    setLost(lost.slice(1));
  };
  const dialogs = {
    open: opened,
    onOpen: setOpened,
    onChange: (report: AdminReport) => setOpened((now) => (now?.report.id === report.id ? { ...now, report } : now)),
    onSaved: () => {
      setOpened(null);
      setSaved(true);
    },
    onAlike: setAlike,
    onLost: (one: OpenReport) => setLost((before) => withLost(before, one)),
  };
  return { openReport, news: { saved, alike, lostIssue: latest?.report.issue, onEditAgain }, dialogs };
}

interface ReportDialogsProps {
  token: string;
  dialogs: ReturnType<typeof useOpenReport>['dialogs'];
}

/** The details or the edit dialog of the open report. */
function ReportDialogs({ token, dialogs }: ReportDialogsProps) {
  const { open, onOpen, onChange, onSaved, onAlike, onLost } = dialogs;
  if (!open) return null;
  const { report, editing, unsaved, unsent } = open;
  const shared = { token, report, onClose: () => onOpen(null) };
  if (!editing)
    return (
      <Details
        {...shared}
        key={report.id}
        onChange={onChange}
        unsent={unsent}
        onLost={(current, lost) => onLost({ report: current, editing: false, unsent: lost })}
        onEdit={() => onOpen({ report, editing: true })}
      />
    );
  return (
    <EditDialog
      {...shared}
      unsaved={unsaved}
      onSaved={onSaved}
      onAlike={onAlike}
      onLost={(current, chosen) => onLost({ report: current, editing: true, unsaved: chosen })}
    />
  );
}
