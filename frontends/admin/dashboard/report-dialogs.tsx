import { Details } from './details.tsx';
import { EditDialog } from './edit-dialog.tsx';
import type { AdminReport } from './segments.ts';
import type { EditValues } from './use-save-report.ts';

/** The report whose dialog is open. */
export interface OpenReport {
  report: AdminReport;
  /** Whether it is being edited, or just read. */
  editing: boolean;
  /** Values that were chosen before and could not be saved. */
  unsaved?: EditValues;
}

interface ReportDialogsProps {
  token: string;
  open: OpenReport | null;
  zone: string;
  onOpen: (open: OpenReport | null) => void;
  onSaved: () => void;
  /** A change could not be saved after its dialog was closed. */
  onLost: (lost: OpenReport) => void;
}

/** The details or the edit dialog of the open report. */
export function ReportDialogs({ token, open, zone, onOpen, onSaved, onLost }: ReportDialogsProps) {
  if (!open) return null;
  const { report, editing, unsaved } = open;
  const shared = { token, report, zone, onClose: () => onOpen(null) };
  if (!editing) return <Details {...shared} onEdit={() => onOpen({ report, editing: true })} />;
  return (
    <EditDialog
      {...shared}
      unsaved={unsaved}
      onSaved={onSaved}
      onLost={(current, values) => onLost({ report: current, editing: true, unsaved: values })}
    />
  );
}
