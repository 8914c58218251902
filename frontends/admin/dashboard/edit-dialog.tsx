import { readStatus, statuses } from '@tma/contracts/reports/statuses';
import { useTimeZone } from '@tma/web/api/portal-config';
import { isIncomplete } from '@tma/web/forms/incomplete';
import { useSingle } from '@tma/web/hooks/use-single';
import { dayMonthYear } from '@tma/web/language/dates';
import { reporterName, term } from '@tma/web/language/terms';
import { Picture } from '@tma/web/reports/picture';
import { Banner } from '@tma/web/ui/banner';
import { Dialog } from '@tma/web/ui/dialog';
import { Fact, Facts } from '@tma/web/ui/facts';
import { SelectField, TextField } from '@tma/web/ui/field';
import { Form, Submit } from '@tma/web/ui/form';
import { useEffect, useId, useRef } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useT } from '../texts.ts';
import { Closing, useClosing } from './closing/closing.tsx';
import { ProofSending } from './closing/proof-field.tsx';
import { Conflict } from './conflict.tsx';
import css from './edit-dialog.module.css';
import { hasReporter } from './reporter.tsx';
import { closes, type EditValues, editValuesOf } from './save-report.ts';
import type { AdminReport } from './segments.ts';
import { type SaveOptions, type Unsaved, useSaveReport } from './use-save-report.ts';

interface EditOptions extends SaveOptions {
  /** What was chosen before and could not be saved. */
  unsaved?: Unsaved | undefined;
}

interface EditDialogProps extends EditOptions {
  onClose: () => void;
}

/** Edits status and schedule of a report. It stays open, with the chosen values, until they are saved or it is closed. */
export function EditDialog({ report, onClose, ...rest }: EditDialogProps) {
  const t = useT();
  const zone = useTimeZone();
  const formId = useId();
  const edit = useEditForm({ report, ...rest });
  return (
    <Dialog
      title={t('edit.title')}
      onClose={onClose}
      actions={
        <Submit ref={edit.ref} form={formId} busy={edit.busy} label={t('edit.save')} meanwhile={t('common.saving')} />
      }
    >
      <Picture report={report} small />
      <Facts>
        <Fact name={t('edit.issue')}>{term('issue', report.issue)}</Fact>
        <Fact name={t('common.location')} written={report.location} />
        <Fact name={t('report.reporter')} written={reporterName(report.name ?? '')} />
        <Fact name={t('edit.reportedOn')}>{dayMonthYear(report.created_at, zone)}</Fact>
        <Fact name={t('common.description')} written={report.description} />
      </Facts>
      <EditForm id={formId} edit={edit} asks={hasReporter(report)} />
    </Dialog>
  );
}

interface EditFormProps {
  id: string;
  edit: ReturnType<typeof useEditForm>;
  /** Whether there is a reporter to be asked. */
  asks: boolean;
}

const statusNames = statuses.map(({ name }) => name);

/** Status, with what closing takes, and schedule; below them why they were not saved. */
function EditForm({ id, edit, asks }: EditFormProps) {
  const t = useT();
  const { submit, status, schedule, closing, problem, takeTheirs } = edit;
  const sending = closing !== null && closing.proof.share !== null;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem) box.current?.scrollIntoView({ block: 'nearest' });
  }, [problem]);
  return (
    <Form id={id} onSubmit={submit}>
      <fieldset className={css.fields} disabled={sending}>
        <SelectField
          label={t('edit.status')}
          options={statusNames}
          textOf={(name) => term('status', name)}
          {...status}
        />
        {closing && <Closing closing={closing} asks={asks} />}
        <TextField label={t('edit.schedule')} type="date" max="9999-12-31" {...schedule} />
      </fieldset>
      {closing && <ProofSending proof={closing.proof} />}
      {problem && (
        <div ref={box} className={css.problem}>
          <Banner tone="quiet">
            {'text' in problem ? (
              problem.text()
            ) : (
              <Conflict conflict={problem} onTakeTheirs={() => takeTheirs(problem.theirs)} />
            )}
          </Banner>
        </div>
      )}
    </Form>
  );
}

/** A report's values as the fields show them: the status in the spelling of the picker. */
function fieldsOf(report: AdminReport): EditValues {
  const { status, schedule } = editValuesOf(report);
  return { status: readStatus(status) ?? status, schedule };
}

/** The fields of the edit dialog, how they are saved, and why they were not. */
function useEditForm({ unsaved, ...options }: EditOptions) {
  const t = useT();
  const { status: chosen, schedule: day } = unsaved ?? fieldsOf(options.report);
  const { register, handleSubmit, formState, control, setValue, setFocus } = useForm<EditValues>({
    defaultValues: { status: chosen, schedule: day },
  });
  const { save, known, problem, clearProblem } = useSaveReport(options);
  const isClosing = closes(known, useWatch({ control, name: 'status' }));
  const closing = useClosing({ token: options.token, report: known, enabled: isClosing, first: unsaved?.picture });
  const saving = useSingle((values: EditValues) => save(values, closing));

  const date = useRef<HTMLInputElement>(null);
  const schedule = register('schedule', { validate: () => !isIncomplete(date.current) });
  const dateRef = (input: HTMLInputElement | null) => {
    schedule.ref(input);
    date.current = input;
  };

  const takeTheirs = (theirs: AdminReport) => {
    const { status, schedule: day } = fieldsOf(theirs);
    setValue('status', status);
    setValue('schedule', day);
    clearProblem();
    setFocus('status');
  };
  return {
    submit: handleSubmit((values) => saving.run(values)),
    busy: saving.busy,
    ref: saving.ref,
    problem,
    takeTheirs,
    closing: isClosing ? closing : null,
    status: register('status'),
    schedule: { ...schedule, ref: dateRef, error: formState.errors.schedule && t('edit.wholeDate') },
  };
}
