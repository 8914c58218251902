import { useFocusReturn } from '@tma/web/hooks/focus';
import { dayMonthYear } from '@tma/web/language/dates';
import { reporterName, term } from '@tma/web/language/terms';
import { Picture } from '@tma/web/reports/picture';
import { Button } from '@tma/web/ui/button';
import { Dialog } from '@tma/web/ui/dialog';
import { Written } from '@tma/web/ui/direction';
import { Fact, Facts } from '@tma/web/ui/facts';
import { useId } from 'react';
import { useT } from '../texts.ts';
import { EditForm } from './edit-form.tsx';
import { useEditForm } from './use-edit-form.ts';
import type { SaveOptions, Unsaved } from './use-save-report.ts';

interface EditDialogProps extends SaveOptions {
  /** What was chosen before and could not be saved. */
  unsaved?: Unsaved | undefined;
  zone: string;
  onClose: () => void;
}

/** Edits status and schedule of a report. It stays open, with the chosen values, until they are saved or it is closed. */
export function EditDialog({ report, zone, onClose, ...rest }: EditDialogProps) {
  const t = useT();
  const formId = useId();
  const edit = useEditForm({ report, ...rest });
  const button = useFocusReturn(edit.busy);
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
        <Fact name={t('edit.issue')}>{term('issue', report.issue)}</Fact>
        <Fact name={t('edit.location')}>
          <Written>{report.location}</Written>
        </Fact>
        <Fact name={t('edit.reporter')}>
          <Written>{reporterName(report.name ?? '')}</Written>
        </Fact>
        <Fact name={t('edit.reportedOn')}>{dayMonthYear(report.created_at, zone)}</Fact>
        <Fact name={t('edit.description')}>
          <Written>{report.description}</Written>
        </Fact>
      </Facts>
      <EditForm id={formId} edit={edit} asks={report.userId !== null} zone={zone} />
    </Dialog>
  );
}
