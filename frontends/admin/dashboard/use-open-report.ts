import { useCallback, useState } from 'react';
import type { AdminReport } from './segments.ts';
import type { Unsaved } from './use-save-report.ts';

/** The report whose dialog is open. */
interface OpenReport {
  report: AdminReport;
  /** Whether it is being edited, or just read. */
  editing: boolean;
  /** What was chosen before and could not be saved. */
  unsaved?: Unsaved;
}

/** The report whose dialog is open, and what came of the dialogs before. */
export function useOpenReport(reports: readonly AdminReport[]) {
  const [opened, setOpened] = useState<OpenReport | null>(null);
  const [lost, setLost] = useState<OpenReport | null>(null);
  const [saved, setSaved] = useState(false);
  const [alike, setAlike] = useState<string | null>(null);
  const openReport = useCallback((report: AdminReport) => {
    setSaved(false);
    setAlike(null);
    setOpened({ report, editing: false });
  }, []);
  // The details show the current version; a report that has left the list is shown as it was.
  const current = opened && !opened.editing && reports.find(({ id }) => id === opened.report.id);
  const onEditAgain = () => {
    setOpened(lost);
    setLost(null);
  };
  const open: OpenReport | null = current ? { report: current, editing: false } : opened;
  const dialogs = {
    open,
    onOpen: setOpened,
    onChange: (report: AdminReport) => setOpened((now) => (now?.report.id === report.id ? { ...now, report } : now)),
    onSaved: () => {
      setOpened(null);
      setSaved(true);
    },
    onAlike: setAlike,
    onLost: setLost,
  };
  return { openReport, news: { saved, alike, lostIssue: lost?.report.issue, onEditAgain }, dialogs };
}
