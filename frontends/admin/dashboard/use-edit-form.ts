import { readStatus } from '@tma/contracts/reports/statuses';
import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import { useT } from '../texts.ts';
import type { AdminReport } from './stretches.ts';
import { type Typed, typedOf, useSave } from './use-save.ts';

interface EditFormOptions {
  token: string;
  report: AdminReport;
  typed?: Typed | undefined;
  onSaved: () => void;
  onLost: (report: AdminReport, typed: Typed) => void;
}

/** A report as the fields show it: the status in the picker's word. */
function fieldsOf(report: AdminReport): Typed {
  const { status, schedule } = typedOf(report);
  return { status: readStatus(status) ?? status, schedule };
}

/** The two fields of the edit dialog, how they are sent and what came of it. */
export function useEditForm({ typed, report, ...rest }: EditFormOptions) {
  const t = useT();
  const { register, handleSubmit, formState, setValue, setFocus } = useForm({
    defaultValues: typed ?? fieldsOf(report),
  });
  const { save, trouble, forgetTrouble } = useSave({ report, ...rest });

  const date = useRef<HTMLInputElement>(null);
  const schedule = register('schedule', {
    // A date that is not whole counts as none for the browser; sent like that, it would take the schedule away.
    validate: () => !date.current?.validity.badInput || t('edit.wholeDate'),
  });
  const dateRef = (input: HTMLInputElement | null) => {
    schedule.ref(input);
    date.current = input;
  };

  const take = (theirs: AdminReport) => {
    const { status, schedule: day } = fieldsOf(theirs);
    setValue('status', status);
    setValue('schedule', day);
    forgetTrouble();
    setFocus('status');
  };
  return {
    submit: handleSubmit(save),
    busy: formState.isSubmitting,
    trouble,
    take,
    status: register('status'),
    schedule: { ...schedule, ref: dateRef, error: formState.errors.schedule?.message },
  };
}
