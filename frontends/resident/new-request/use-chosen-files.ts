import { fitPicture } from '@tma/web/pictures/fit-picture';
import { useRef } from 'react';
import { type FileField, fileProblem, fileProblemText } from './files.ts';
import type { useDraftForm } from './use-draft-form.ts';

/** Choosing the form's files: a picture is scaled down first, then what is wrong is shown beside the field. */
export function useChosenFiles({ form, errors }: ReturnType<typeof useDraftForm>, maxMb: number) {
  const fitting = useRef<Promise<void>>(null);

  const check = (field: FileField) => {
    const problem = fileProblem(field, form.getValues(field), maxMb);
    if (problem && problem !== 'missing') errors.fail(field, () => fileProblemText(field, problem, maxMb));
  };
  const fit = async (file: File) => {
    const fitted = await fitPicture(file);
    // Another may have been chosen meanwhile.
    if (form.getValues('image') !== file) return;
    if (fitted !== file) form.setValue('image', fitted);
    check('image');
  };
  const choose = (field: FileField, file: File | null) => {
    form.setValue(field, file);
    form.clearErrors(field);
    if (field === 'image' && file) fitting.current = fit(file);
    else check(field);
  };
  /** Resolves once the picture is scaled down; that of a draft may not be, where the page was left before. */
  const whenFitted = () => {
    const image = form.getValues('image');
    // One with nothing wrong may have been sent as it is: scaled down, it would make the report another one.
    if (image && fileProblem('image', image, maxMb)) fitting.current ??= fit(image);
    return fitting.current;
  };
  return { choose, whenFitted };
}
