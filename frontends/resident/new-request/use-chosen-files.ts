import { useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Draft } from './draft.ts';
import { faultText } from './fault-text.ts';
import { type FileField, faultOf } from './files.ts';
import { fitPicture } from './fit-picture.ts';

/** Choosing the form's files: a picture is made to fit first, then what is wrong is said beside the field. */
export function useChosenFiles(form: UseFormReturn<Draft>, maxMb: number) {
  const fitting = useRef<Promise<void>>(Promise.resolve());

  const judge = (field: FileField) => {
    const fault = faultOf(field, form.getValues(field), maxMb);
    if (fault && fault !== 'missing') form.setError(field, { message: faultText(field, fault, maxMb) });
  };
  const fit = async (file: File) => {
    const fitted = await fitPicture(file);
    // Another may have been chosen meanwhile.
    if (form.getValues('image') !== file) return;
    if (fitted !== file) form.setValue('image', fitted);
    judge('image');
  };
  const choose = (field: FileField, file: File | null) => {
    form.setValue(field, file);
    form.clearErrors(field);
    if (field === 'image' && file) fitting.current = fit(file);
    else judge(field);
  };
  /** Resolves once the picture chosen last is as it will be sent. */
  const fitted = () => fitting.current;
  return { choose, fitted };
}
