import { Details } from './details.tsx';
import { EditDialog } from './edit-dialog.tsx';
import type { AdminReport } from './stretches.ts';
import type { Typed } from './use-save.ts';

/** The report that is opened: read or edited, with what was chosen before and could not be saved. */
export interface Opened {
  report: AdminReport;
  editing: boolean;
  typed?: Typed;
}

interface ReportDialogsProps {
  token: string;
  opened: Opened | null;
  zone: string;
  onOpen: (opened: Opened | null) => void;
  onSaved: () => void;
  onLost: (lost: Opened) => void;
}

export function ReportDialogs({ token, opened, zone, onOpen, onSaved, onLost }: ReportDialogsProps) {
  if (!opened) return null;
  const { report, editing, typed } = opened;
  const shared = { token, report, zone, onClose: () => onOpen(null) };
  if (!editing) return <Details {...shared} onEdit={() => onOpen({ report, editing: true })} />;
  return (
    <EditDialog
      {...shared}
      typed={typed}
      onSaved={onSaved}
      onLost={(known, given) => onLost({ report: known, editing: true, typed: given })}
    />
  );
}
