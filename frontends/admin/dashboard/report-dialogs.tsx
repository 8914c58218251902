import { Details } from './details.tsx';
import { EditDialog } from './edit-dialog.tsx';
import type { AdminReport } from './segments.ts';
import type { Admin } from './use-admins.ts';
import type { Unsaved } from './use-save-report.ts';

/** The report whose dialog is open. */
export interface OpenReport {
  report: AdminReport;
  /** Whether it is being edited, or just read. */
  editing: boolean;
  /** What was chosen before and could not be saved. */
  unsaved?: Unsaved;
}

interface ReportDialogsProps {
  token: string;
  open: OpenReport | null;
  zone: string;
  admins: readonly Admin[] | undefined;
  onOpen: (open: OpenReport | null) => void;
  /** The open report was changed, and may have left the list. */
  onChange: (report: AdminReport) => void;
  onSaved: () => void;
  /** The picture of the finished work looks like one of the report with this reference. */
  onAlike: (reference: string) => void;
  /** A change could not be saved after its dialog was closed. */
  onLost: (lost: OpenReport) => void;
}

/** The details or the edit dialog of the open report. */
export function ReportDialogs({
  token,
  open,
  zone,
  admins,
  onOpen,
  onChange,
  onSaved,
  onAlike,
  onLost,
}: ReportDialogsProps) {
  if (!open) return null;
  const { report, editing, unsaved } = open;
  const shared = { token, report, zone, onClose: () => onOpen(null) };
  if (!editing)
    return (
      <Details
        {...shared}
        key={report.id}
        admins={admins}
        onChange={onChange}
        onLost={(current) => onLost({ report: current, editing: false })}
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
