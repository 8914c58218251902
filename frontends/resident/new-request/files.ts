import { isHeic } from './fit-picture.ts';

const megabyte = 1024 * 1024;

export const fileFields = ['image', 'document'] as const;
export type FileField = (typeof fileFields)[number];
export type FileProblem = 'missing' | 'invalid' | 'heic' | 'tooLarge';

const accepts: Record<FileField, (file: File) => boolean> = {
  image: (file) => file.type.startsWith('image/'),
  // Some phones set no type for what comes from their file manager.
  document: ({ type, name }) => type === 'application/pdf' || (type === '' && /\.pdf$/i.test(name)),
};

/** What is wrong with the file chosen for a field, or null. A picture is required, a document is not. `maxMb` in MiB. */
export function fileProblem(field: FileField, file: File | null, maxMb: number): FileProblem | null {
  if (!file) return field === 'image' ? 'missing' : null;
  if (field === 'image' && isHeic(file)) return 'heic';
  if (!accepts[field](file)) return 'invalid';
  return file.size > maxMb * megabyte ? 'tooLarge' : null;
}
