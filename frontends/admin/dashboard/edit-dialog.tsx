import { dayMonthYear } from '@tma/web/dates';
import { Button } from '@tma/web/ui/button';
import { Dialog } from '@tma/web/ui/dialog';
import { Fact, Facts } from '@tma/web/ui/facts';
import { Picture } from '@tma/web/ui/picture';
import { useEffect, useId, useRef } from 'react';
import { useT } from '../texts.ts';
import { EditForm } from './edit-form.tsx';
import type { AdminReport } from './stretches.ts';
import { useEditForm } from './use-edit-form.ts';
import type { Typed } from './use-save.ts';

interface EditDialogProps {
  token: string;
  report: AdminReport;
  /** What was chosen before and could not be saved. */
  typed?: Typed | undefined;
  zone: string;
  onClose: () => void;
  onSaved: () => void;
  onLost: (report: AdminReport, typed: Typed) => void;
}

/** Status and schedule of a report. It stays open, with what was chosen, until that is saved or the dialog is closed. */
export function EditDialog({ report, zone, onClose, ...rest }: EditDialogProps) {
  const t = useT();
  const formId = useId();
  const edit = useEditForm({ report, ...rest });
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // It could not be pressed while it was busy, which took the focus from it.
    if (edit.trouble && document.activeElement === document.body) button.current?.focus();
  }, [edit.trouble]);
  return (
    <Dialog
      title={t('edit.title')}
      onClose={onClose}
      actions={
        <Button ref={button} type="submit" form={formId} busy={edit.busy}>
          {edit.busy ? t('edit.saving') : t('edit.save')}
        </Button>
      }
    >
      <Picture report={report} small />
      <Facts>
        <Fact name={t('edit.issue')}>{report.issue}</Fact>
        <Fact name={t('edit.location')}>{report.location}</Fact>
        <Fact name={t('edit.reporter')}>{report.name}</Fact>
        <Fact name={t('edit.reportedOn')}>{dayMonthYear(report.created_at, zone)}</Fact>
        <Fact name={t('edit.description')}>{report.description}</Fact>
      </Facts>
      <EditForm id={formId} edit={edit} zone={zone} />
    </Dialog>
  );
}
