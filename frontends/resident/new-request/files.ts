import { isTooLarge, type PictureProblem, pictureProblem } from '@tma/web/pictures/picture-problem';

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

/** Whether the browser can no longer read a file: it was deleted or changed where it lies, or was not kept with the draft. */
export const isGone = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => false,
      () => true,
    );
