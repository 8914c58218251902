import { Details } from './details.tsx';
import { EditDialog } from './edit-dialog.tsx';
import type { useOpenReport } from './use-open-report.ts';
import type { Admin } from './use-tehsil.ts';

interface ReportDialogsProps {
  token: string;
  zone: string;
  admins: readonly Admin[] | undefined;
  dialogs: ReturnType<typeof useOpenReport>['dialogs'];
}

/** The details or the edit dialog of the open report. */
export function ReportDialogs({ token, zone, admins, dialogs }: ReportDialogsProps) {
  const { open, onOpen, onChange, onSaved, onAlike, onLost } = dialogs;
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
