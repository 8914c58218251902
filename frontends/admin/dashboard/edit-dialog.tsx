import { readStatus, statuses } from '@tma/contracts/status';
import { dayMonthYear } from '@tma/web/dates';
import { Banner } from '@tma/web/ui/banner';
import { Button } from '@tma/web/ui/button';
import { Dialog } from '@tma/web/ui/dialog';
import { Fact, Facts } from '@tma/web/ui/facts';
import { SelectField, TextField } from '@tma/web/ui/field';
import { Form } from '@tma/web/ui/form';
import { Picture } from '@tma/web/ui/picture';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { useT } from '../texts.ts';
import type { AdminReport } from './use-reports.ts';
import { useSave } from './use-save.ts';

interface EditDialogProps {
  token: string;
  report: AdminReport;
  zone: string;
  onClose: () => void;
}

const names = statuses.map(({ name }) => name);

/** Status and schedule of a report. It stays open, with what was chosen, until it is saved or closed. */
export function EditDialog({ token, report, zone, onClose }: EditDialogProps) {
  const t = useT();
  const formId = useId();
  const { save, notice } = useSave(token, report, onClose);
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { status: readStatus(report.status) ?? report.status, schedule: report.schedule ?? '' },
  });
  const busy = formState.isSubmitting;
  return (
    <Dialog
      title={t('edit.title')}
      onClose={onClose}
      actions={
        <Button type="submit" form={formId} busy={busy}>
          {busy ? t('edit.saving') : t('edit.save')}
        </Button>
      }
    >
      <Picture report={report} />
      <Facts>
        <Fact name={t('edit.issue')}>{report.issue}</Fact>
        <Fact name={t('edit.location')}>{report.location}</Fact>
        <Fact name={t('edit.reporter')}>{report.name}</Fact>
        <Fact name={t('edit.reportedOn')}>{dayMonthYear(report.created_at, zone)}</Fact>
        <Fact name={t('edit.description')}>{report.description}</Fact>
      </Facts>
      <Form id={formId} onSubmit={handleSubmit(save)}>
        <SelectField label={t('edit.status')} options={names} {...register('status')} />
        <TextField label={t('edit.schedule')} type="date" {...register('schedule')} />
        {notice && <Banner tone="quiet">{notice}</Banner>}
      </Form>
    </Dialog>
  );
}
