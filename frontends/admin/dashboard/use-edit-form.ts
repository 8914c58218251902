import { readStatus } from '@tma/contracts/reports/statuses';
import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import { useT } from '../texts.ts';
import type { AdminReport } from './segments.ts';
import { type EditValues, editValuesOf, useSaveReport } from './use-save-report.ts';

interface EditFormOptions {
  token: string;
  report: AdminReport;
  /** Values that were chosen before and could not be saved. */
  unsaved?: EditValues | undefined;
  onSaved: () => void;
  onLost: (report: AdminReport, values: EditValues) => void;
}

/** A report's values as the fields show them: the status in the spelling of the picker. */
function fieldsOf(report: AdminReport): EditValues {
  const { status, schedule } = editValuesOf(report);
  return { status: readStatus(status) ?? status, schedule };
}

/** The two fields of the edit dialog, how they are saved, and why they were not. */
export function useEditForm({ unsaved, report, ...rest }: EditFormOptions) {
  const t = useT();
  const { register, handleSubmit, formState, setValue, setFocus } = useForm({
    defaultValues: unsaved ?? fieldsOf(report),
  });
  const { save, problem, clearProblem } = useSaveReport({ report, ...rest });

  const date = useRef<HTMLInputElement>(null);
  const schedule = register('schedule', {
    // The browser reads an incomplete date as none; sent like that, it would remove the schedule.
    validate: () => !date.current?.validity.badInput || t('edit.wholeDate'),
  });
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
    submit: handleSubmit(save),
    busy: formState.isSubmitting,
    problem,
    takeTheirs,
    status: register('status'),
    schedule: { ...schedule, ref: dateRef, error: formState.errors.schedule?.message },
  };
}
