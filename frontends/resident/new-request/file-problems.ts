import {
  goneText,
  isTooLarge,
  type PictureProblem,
  pictureProblem,
  pictureProblemText,
} from '@tma/web/pictures/picture-problem';
import { t } from '../texts.ts';

export const fileFields = ['image', 'document'] as const;
export type FileField = (typeof fileFields)[number];
export type FileProblem = 'missing' | 'gone' | PictureProblem;

/** Some phones set no type for what comes from their file manager. */
const isPdf = ({ type, name }: File) => type === 'application/pdf' || (type === '' && /\.pdf$/i.test(name));

/** What is wrong with the file chosen for a field, or null. A picture is required, a document is not. `maxMb` in MiB. */
export function fileProblem(field: FileField, file: File | null, maxMb: number): FileProblem | null {
  if (!file) return field === 'image' ? 'missing' : null;
  if (field === 'image') return pictureProblem(file, maxMb);
  if (!isPdf(file)) return 'invalid';
  return isTooLarge(file, maxMb) ? 'tooLarge' : null;
}

/** The same in words. */
export function fileProblemText(field: FileField, problem: FileProblem, maxMb: number): string {
  if (problem === 'missing') return t('newRequest.imageMissing');
  if (problem === 'gone') return goneText();
  if (field === 'document' && problem === 'invalid') return t('newRequest.documentInvalid');
  return pictureProblemText(problem, maxMb);
}
