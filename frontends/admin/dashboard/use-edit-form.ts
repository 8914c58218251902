import { readStatus } from '@tma/contracts/reports/statuses';
import { useRef } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useT } from '../texts.ts';
import { useClosing } from './closing/use-closing.ts';
import { closes, type EditValues, editValuesOf } from './save-report.ts';
import type { AdminReport } from './segments.ts';
import { type SaveOptions, type Unsaved, useSaveReport } from './use-save-report.ts';

interface EditFormOptions extends SaveOptions {
  /** What was chosen before and could not be saved. */
  unsaved?: Unsaved | undefined;
}

/** A report's values as the fields show them: the status in the spelling of the picker. */
function fieldsOf(report: AdminReport): EditValues {
  const { status, schedule } = editValuesOf(report);
  return { status: readStatus(status) ?? status, schedule };
}

/** The fields of the edit dialog, how they are saved, and why they were not. */
export function useEditForm({ unsaved, ...options }: EditFormOptions) {
  const t = useT();
  const { status: chosen, schedule: day } = unsaved ?? fieldsOf(options.report);
  const { register, handleSubmit, formState, control, setValue, setFocus } = useForm<EditValues>({
    defaultValues: { status: chosen, schedule: day },
  });
  const { save, known, problem, clearProblem } = useSaveReport(options);
  const isClosing = closes(known, useWatch({ control, name: 'status' }));
  const closing = useClosing({ token: options.token, report: known, enabled: isClosing, first: unsaved?.picture });

  const date = useRef<HTMLInputElement>(null);
  const schedule = register('schedule', {
    // The browser reads an incomplete date as none; sent like that, it would remove the schedule.
    validate: () => !date.current?.validity.badInput,
  });
  const dateRef = (input: HTMLInputElement | null) => {
    schedule.ref(input);
    date.current = input;
  };

  // A second press may come before the button is drawn as busy. It would send the picture twice.
  const saving = useRef(false);
  const submit = handleSubmit(async (values) => {
    if (saving.current) return;
    saving.current = true;
    await save(values, closing).finally(() => {
      saving.current = false;
    });
  });

  const takeTheirs = (theirs: AdminReport) => {
    const { status, schedule: day } = fieldsOf(theirs);
    setValue('status', status);
    setValue('schedule', day);
    clearProblem();
    setFocus('status');
  };
  return {
    submit,
    busy: formState.isSubmitting,
    problem,
    takeTheirs,
    closing: isClosing ? closing : null,
    status: register('status'),
    schedule: { ...schedule, ref: dateRef, error: formState.errors.schedule && t('edit.wholeDate') },
  };
}
